// SPDX-License-Identifier: MIT
// Polyominoes: lists of [row, column].

export const cellsOf = (rows) =>
  rows.split('/').flatMap((row, r) => [...row].flatMap((c, k) => (c === '1' ? [[r, k]] : [])));
export const turnCells = (cells) => {
  const t = cells.map(([r, c]) => [c, -r]);
  const m = Math.min(...t.map((p) => p[1]));
  return t.map(([r, c]) => [r, c - m]);
};
// One outline round all cells, so that a piece looks cut from one block. `mark`: a shape per piece, for
// those who see no colour.
export function poly(cells, colour, q = 20, cls = '') {
  const has = (r, c) => cells.some((p) => p[0] === r && p[1] === c);
  const k = q * 0.16;
  const body = cells
    .map(([r, c]) => {
      const x = c * q;
      const y = r * q;
      const [n, s, w, e] = [has(r - 1, c), has(r + 1, c), has(r, c - 1), has(r, c + 1)];
      return `<rect x="${x + (w ? 0 : 0.7)}" y="${y + (n ? 0 : 0.7)}"
width="${q - (w ? 0 : 0.7) - (e ? 0 : 0.7)}" height="${q - (n ? 0 : 0.7) - (s ? 0 : 0.7)}"
rx="${n || s || w || e ? k * 0.6 : k}"/>`;
    })
    .join('');
  const bevel = cells
    .map(
      ([r, c]) =>
        `<rect x="${c * q + q * 0.15}" y="${r * q + q * 0.15}" width="${q * 0.7}" height="${q * 0.7}"
rx="${k}" fill="#fff" fill-opacity=".17"/><path d="M${c * q + q * 0.2} ${r * q + q * 0.16}h${q * 0.6}"
stroke="#fff" stroke-opacity=".5" stroke-width="${q * 0.05}" stroke-linecap="round"/>`,
    )
    .join('');
  return `<g class="poly ${cls}"><g fill="#000" fill-opacity=".25" transform="translate(0
${q * 0.08})">${body}</g><g fill="var(--${colour})" stroke="color-mix(in srgb,var(--${colour}) 70%,#000)"
stroke-width="${q * 0.04}">${body}</g><g>${bevel}</g></g>`;
}
export const extent = (cells) => [
  Math.max(...cells.map((c) => c[1])) + 1,
  Math.max(...cells.map((c) => c[0])) + 1,
];

/** The set cells of a mask as [row, column]; bit 8 * row + column of a hexadecimal number. */
export function maskCells(mask) {
  const bits = BigInt(`0x${mask}`);
  const cells = [];
  for (let i = 0; i < 64; i++) if ((bits >> BigInt(i)) & 1n) cells.push([i >> 3, i & 7]);
  return cells;
}

/** Cells moved so that the first row and the first column have some. */
export function toCorner(cells) {
  const top = Math.min(...cells.map((c) => c[0]));
  const left = Math.min(...cells.map((c) => c[1]));
  return cells.map(([r, c]) => [r - top, c - left]);
}
