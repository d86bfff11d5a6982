import type { Locator, Page } from 'playwright-core';

type Wanted = {
  /** Goes to the page anew. */
  open: () => Promise<void>;
  /** Called with what is open, by the number of the button that opened it. */
  keep: (number: number) => Promise<void>;
  /** Kinds of buttons that were pressed on pages before, such as its other tabs. */
  pressedBefore: Set<string>;
};

const buttons = 'main button:visible, main [aria-haspopup]:visible';
const opened = '[role="dialog"]:visible, [role="menu"]:visible, [role="listbox"]:visible';

/**
 * Presses one button of each kind and keeps what opens: a form, a question before something is done, a menu. What a button does instead of
 * opening something, it does to the demo.
 */
export async function photographDialogs(page: Page, { open, keep, pressedBefore }: Wanted): Promise<void> {
  const { href } = new URL(page.url());
  for (const [number, kind] of (await page.locator(buttons).evaluateAll(kindsOf)).entries()) {
    if (kind === '' || pressedBefore.has(kind)) continue;
    pressedBefore.add(kind);
    if (!(await isPressed(page.locator(buttons).nth(number)))) continue;
    const hasOpened = await isShown(page.locator(opened).first());
    if (hasOpened) await keep(number);
    if (!hasOpened || !(await isClosed(page)) || page.url() !== href) await open();
  }
}

/** What is asked of a button in the page; this program itself knows no browser. */
type Button = {
  className: string;
  textContent: string | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  closest(selector: string): unknown;
};

/** What tells one kind of button from another; none for what is off, or is no button to look at. Rows of a table differ by names with digits. */
function kindsOf(found: readonly Button[]): string[] {
  return found.map((button) => {
    const isOff = button.getAttribute('aria-disabled') === 'true' || button.hasAttribute('disabled');
    const isOther = ['tab', 'gridcell', 'switch'].includes(button.getAttribute('role') ?? '');
    const isChoice = button.closest('th, .command-list') !== null; // what sorts a table, what shows another command
    if (isOff || isOther || isChoice) return '';
    const words = (button.textContent ?? '').replaceAll(/\S*\d\S*/g, '').trim();
    return `${button.closest('tr, li') === null ? '' : 'row '}${words || button.className}`;
  });
}

async function isPressed(button: Locator): Promise<boolean> {
  return happens(button.click({ timeout: 3_000 })); // or it has gone meanwhile, or lies under something
}

async function isShown(dialog: Locator): Promise<boolean> {
  const isThere = await happens(dialog.waitFor({ timeout: 1_000 }));
  if (isThere) await dialog.page().waitForTimeout(500); // what it asks for has come
  return isThere;
}

async function isClosed(page: Page): Promise<boolean> {
  await page.keyboard.press('Escape');
  return happens(page.locator(opened).first().waitFor({ state: 'detached', timeout: 1_000 }));
}

async function happens(something: Promise<unknown>): Promise<boolean> {
  return something.then(
    () => true,
    () => false,
  );
}
