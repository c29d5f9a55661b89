// SPDX-License-Identifier: MIT
// The page's front door: which screen an address shows.

import { account, accountBar } from './account.js';
import { hasServer, missing } from './api.js';
import { defs } from './art/materials.js';
import { logo } from './art/signs.js';
import { bringStyle, h, hasEngine, need, show } from './dom.js';
import { go } from './go.js';
import { historyScreen } from './history.js';
import { homeScreen } from './home.js';
import { applyTheme, gear } from './look.js';
import { drawing } from './svgtext.js';
import { loadWords, moreWords, t } from './words.js';

// Matches are the larger half of the page: they and the pages of games come when they are needed.
const matchScreen = async (...parts) => (await import('./match.js')).matchScreen(...parts);
const learnScreen = async (/** @type {any[]} */ ...parts) =>
  (await import('./coach.js')).learnScreen(parts[0], parts[1]);
const gameScreen = async (...parts) => (await import('./setup.js')).gameScreen(...parts);
const rulesScreen = async (...parts) => (await import('./setup.js')).rulesScreen(...parts);

// Pages of the club bring their words and looks along.
const lazy =
  (file, name) =>
  async (...parts) => {
    const [script] = await Promise.all([file(), moreWords('club'), bringStyle('club')]);
    return script[name](...parts);
  };
const profile = () => import('./profile.js');
const events = () => import('./events.js');
const event = () => import('./event.js');
const teams = () => import('./teams.js');
const reset = () => import('./reset.js');
const moderation = () => import('./moderation.js');
const analysisScreen = async (/** @type {any[]} */ ...parts) =>
  (await import('./analysis/screen.js')).analysisScreen(parts[0], parts[1]);
const studioScreen = async (/** @type {any[]} */ ...parts) =>
  (await import('./studio/studio.js')).studioScreen(parts[0]);

// Each screen gets (root, ...parts of the address) and may return a function that is called when it is
// left.
/** @type {[RegExp, (root: any, ...parts: string[]) => any][]} */
const SCREENS = [
  [/^\/$/, homeScreen],
  [/^\/g\/([\w-]+)$/, gameScreen],
  [/^\/g\/([\w-]+)\/rules$/, rulesScreen],
  [/^\/g\/([\w-]+)\/learn$/, learnScreen],
  [/^\/m\/([\w-]+)(?:\/([\w-]+))?$/, matchScreen],
  [/^\/login$/, lazy(profile, 'loginScreen')],
  [/^\/reset\.html$/, lazy(reset, 'resetScreen')],
  [/^\/history$/, historyScreen],
  [/^\/u\/([^/]+)$/, lazy(profile, 'profileScreen')],
  [/^\/events$/, lazy(events, 'eventsScreen')],
  [/^\/e\/([\w-]+)$/, lazy(event, 'eventScreen')],
  [/^\/teams$/, lazy(teams, 'teamsScreen')],
  [/^\/t\/([\w-]+)$/, lazy(teams, 'teamScreen')],
  [/^\/studio$/, studioScreen],
  [/^\/analysis(?:\/([\w-]+))?$/, analysisScreen],
  [/^\/moderation$/, lazy(moderation, 'deskScreen')],
  [/^\/moderation\/([^/]+)$/, lazy(moderation, 'fileScreen')],
];

let leave = null;
let shown = ''; // the address

function find(address) {
  let path;
  try {
    path = decodeURI(address);
  } catch {
    path = ''; // a broken % sign: nowhere
  }
  /** @type {any[][]} */
  const found = SCREENS.map(([pattern, screen]) => [path.match(pattern), screen]);
  return found.find(([m]) => m);
}

// What is not there is said as it is; a match most often has a link that was cut off.
function problem(error) {
  const gone = error.status === 404;
  const lost = location.pathname.startsWith('/m/') ? t('no such match') : error.message.replace(/\.$/, '');
  return h(
    'div',
    { class: 'page narrow' },
    h(
      'div',
      { class: 'panel padded problem' },
      h('h1', {}, gone ? lost : t('that failed')),
      h('p', { class: gone ? 'small' : 'error' }, gone ? t('gone') : error.message),
      h('a', { href: '/', class: 'btn primary' }, t('to the games')),
    ),
  );
}

/** @param {any} [told] what is known already of what is there */
async function route(told) {
  shown = location.pathname;
  if (leave) leave();
  leave = null;
  // Each visit draws into a box of its own: a screen that is slow to come up cannot draw over the one that
  // was asked for after it.
  const box = h('div', { class: 'screen' }, h('p', { class: 'loading' }, t('setting up')));
  const found = find(location.pathname);
  document.title = 'Tessera';
  tellFacts('');
  markPlace();
  show(document.getElementById('main'), box);
  let done = null;
  try {
    if (!found) throw missing(t('nothing here'));
    done = (await found[1](box, ...found[0].slice(1), told)) || null;
  } catch (error) {
    show(box, problem(error));
  }
  if (box.isConnected) leave = done;
  else if (done) done();
}

// The place one is at; tables and games belong to playing.
function markPlace() {
  for (const link of document.querySelectorAll('#places a')) {
    const href = String(link.getAttribute('href'));
    const here = href === '/' ? /^\/($|[gm]\/)/.test(location.pathname) : location.pathname === href;
    if (here) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

const tellFacts = (words) => {
  const facts = need('facts');
  if (facts.textContent !== words) facts.textContent = words; // a pick changes none of them
};

function bar() {
  const links = [
    ['/', t('play')],
    ['/events', t('events')],
    ['/history', t('your matches')],
    ...(hasEngine()
      ? [
          ['/analysis', t('analysis')],
          ['/studio', t('studio')],
        ]
      : []),
  ];
  show(document.querySelector('.brand'), drawing(logo), 'Tessera');
  show(
    document.getElementById('places'),
    links.map(([href, words]) => h('a', { href }, words)),
  );
  show(document.getElementById('look'), gear());
  show(document.querySelector('.skip'), t('skip'));
  accountBar(document.getElementById('account'));
}

document.addEventListener('click', (e) => {
  const link = /** @type {Element} */ (e.target).closest('a[href^="/"]');
  if (
    !link ||
    link.hasAttribute('download') ||
    e.defaultPrevented ||
    e.ctrlKey ||
    e.metaKey ||
    e.shiftKey ||
    e.button
  )
    return;
  e.preventDefault();
  go(String(link.getAttribute('href')));
});
addEventListener('go', (e) => {
  route(/** @type {CustomEvent} */ (e).detail);
  scrollTo(0, 0);
});
addEventListener('popstate', () => {
  if (location.pathname !== shown) route(); // else only the part behind # has changed
});
addEventListener('account', () => accountBar(document.getElementById('account')));
addEventListener('facts', (e) => tellFacts(/** @type {CustomEvent} */ (e).detail));

// The studio shows tables in frames, without what stands round them here.
const framed = parent === window ? null : import('./framed.js').then(({ frame }) => frame());

applyTheme();
document.body.prepend(drawing(defs()));
// The first request makes the session that all others then share; the front page needs none to be drawn, and
// waits with its own. Without a server it starts the worker, which comes up while the page is drawn.
const front = location.pathname === '/';
const session = front && hasServer() ? null : account().catch(() => {});
Promise.all([front || session, loadWords(), framed]).then(() => {
  bar();
  route();
  if (hasEngine() && !framed) import('./offline.js').then(({ keepPage }) => keepPage());
});
