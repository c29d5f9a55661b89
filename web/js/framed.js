// SPDX-License-Identifier: MIT
// A match in a frame of the studio: only the table, in the looks that are chosen outside.

import { bringStyle } from './dom.js';
import { applyTheme } from './look.js';

/** Ready when the bar and all that leads elsewhere is gone. */
export async function frame() {
  const { dataset, style } = document.documentElement;
  dataset.framed = location.pathname.replace('/m/local-', '');
  // Large screens have large letters.
  const grow = () => {
    style.fontSize = getComputedStyle(parent.document.documentElement).fontSize;
  };
  grow();
  addEventListener('resize', grow);
  addEventListener('storage', applyTheme);
  await bringStyle('framed');
}
