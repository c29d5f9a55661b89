// SPDX-License-Identifier: MIT
// Asks for what the front page shows before the rest of the page has come.

import { games } from './api.js';

if (location.pathname === '/') games().catch(() => {}); // whoever needs them asks again
