// The only script of the payment pages: they work without it, and with it they follow what happens by themselves.
(() => {
  const everyMs = 2000;
  const live = () => document.querySelector('main[data-live="yes"]') !== null;

  /** Takes the page anew, and what has changed of it; the focus stays where it was. */
  async function renew() {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' });
    if (!answer.ok) return;
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [before, after] = [document.getElementById('page'), next.getElementById('page')];
    if (before === null || after === null || before.innerHTML === after.innerHTML) return;
    const heading = before.querySelector('h1')?.textContent;
    const focused = document.activeElement?.id;
    for (const field of before.querySelectorAll('[data-keep]')) {
      const same = after.querySelector(`#${field.id}`);
      if (same !== null && field.value !== field.defaultValue) same.value = field.value; // half typed
    }
    before.replaceWith(document.adoptNode(after));
    document.title = next.title;
    const said = after.querySelector('h1')?.textContent ?? '';
    if (said !== heading) document.getElementById('said').textContent = said;
    if (focused) document.getElementById(focused)?.focus();
  }

  async function follow() {
    while (live()) {
      await new Promise((done) => setTimeout(done, everyMs));
      try {
        if (live() && !document.hidden) await renew();
      } catch {
        // The network of a phone comes and goes; the next round tries again.
      }
    }
  }

  async function copy(button) {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand('copy'); // where the page did not come over TLS
    }
    button.textContent = button.dataset.done;
    document.getElementById('said').textContent = button.dataset.done;
  }

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-copy]');
    if (button !== null) copy(button);
  });
  follow();
})();
