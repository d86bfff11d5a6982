/** What the bar gives up, one after another, until its content fits. The last one always fits, since its signs may wrap. */
const savings = ['no-signs', 'no-words-of-tools', 'no-name', 'word-under-sign', 'own-line', 'signs-only'] as const;

/**
 * Fits the bar to its content now and whenever either changes. It measures, because the width of the words depends on the font,
 * the language, the reader's letter size and the name of who is signed in.
 */
export function keepFitting(bar: HTMLElement): () => void {
  fit(bar);
  const observer = new ResizeObserver(() => fit(bar));
  for (const part of [bar, ...bar.querySelectorAll('.page-link, .bar-tools')]) observer.observe(part);
  return () => observer.disconnect();
}

function fit(bar: HTMLElement): void {
  for (let count = 0; count <= savings.length; count += 1) {
    bar.dataset['savings'] = savings.slice(0, count).join(' ');
    if (!isTooNarrow(bar)) break;
  }
  // Sticky parts of the pages stand below the bar.
  document.documentElement.style.setProperty('--bar-height', `${bar.getBoundingClientRect().height}px`);
}

function isTooNarrow(bar: HTMLElement): boolean {
  return [bar, ...bar.querySelectorAll('.pages')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
}
