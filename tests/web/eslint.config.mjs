// SPDX-License-Identifier: MIT
// How the page's scripts are written. The style itself is prettier's; here is what can go wrong.

import js from '@eslint/js';

const browser = [
  'document', 'window', 'location', 'history', 'localStorage', 'navigator', 'fetch', 'WebSocket',
  'AudioContext', 'addEventListener', 'removeEventListener', 'dispatchEvent', 'matchMedia',
  'getComputedStyle', 'innerWidth', 'innerHeight', 'clearTimeout', 'clearInterval', 'performance',
  'crypto', 'confirm', 'atob', 'CustomEvent', 'Event', 'DOMMatrix', 'IntersectionObserver', 'scrollTo', 'console',
  'TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams', 'Worker', 'Blob', 'indexedDB', 'postMessage',
  'structuredClone', 'CompressionStream', 'DecompressionStream', 'Response', 'WebAssembly', 'btoa', 'parent',
  'setTimeout', 'setInterval', 'requestAnimationFrame', // wall clock: only names; nothing waits here
];

export default [
  js.configs.recommended,
  {
    files: ['**/*.js'],
    languageOptions: { globals: Object.fromEntries(browser.map((name) => [name, 'readonly'])) },
    rules: {
      'max-len': ['error', { code: 110 }],
      'max-lines': ['error', 250],
      'no-unused-vars': 'error',
      'no-var': 'error',
      'prefer-const': ['error', { destructuring: 'all' }],
      'eqeqeq': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({
          property,
          message: 'the page parses no HTML',
        })),
      ],
    },
  },
];
