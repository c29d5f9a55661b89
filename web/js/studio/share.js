// SPDX-License-Identifier: MIT
// Rules in an address: packed behind its # sign, so that they are never sent to anybody by following the
// link.

const MARK = 'r1.';
const MOST_LETTERS = 8000; // longer addresses are cut by some programs on their way
const MOST_TEXT = 256 * 1024; // as the compiler's

/** @param {Uint8Array} bytes */
const inLetters = (bytes) =>
  btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** @param {string} letters */
const inBytes = (letters) =>
  Uint8Array.from(atob(letters.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

/** What belongs behind the # sign for a text; null if it is too long. @param {string} text */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const letters = MARK + inLetters(new Uint8Array(await new Response(stream).arrayBuffer()));
  return letters.length > MOST_LETTERS ? null : letters;
}

/** The text of an address's end; null if it has none that can be read. @param {string} hash */
export async function unpacked(hash) {
  const letters = hash.replace(/^#/, '');
  if (!letters.startsWith(MARK)) return null;
  try {
    const stream = new Blob([inBytes(letters.slice(MARK.length))]).stream();
    const reader = stream.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      if (text.length > MOST_TEXT) return null; // a small link can hold a very large text
    }
    return text + decoder.decode();
  } catch {
    return null;
  }
}
