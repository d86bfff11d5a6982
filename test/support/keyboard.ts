import type { Locator, Page } from 'playwright-core';

const maxTabs = 300;

/** Presses Tab until something has the focus, and sees that it shows: whoever has no pointer gets there so, or not at all. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return await mustShow(page, wanted);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Not reached with ${maxTabs} tabs: ${String(wanted)}`);
}

/** By Tab to a button or a link, and then the key. */
export async function pressOn(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

/** By Tab to a field, whose text is replaced. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** By Tab to a list of choices, where the first letters choose. */
export async function chooseIn(page: Page, list: Locator, option: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.type(option);
}

/** A field shows by its edge, all else by an outline; a link that is a whole row, around the row. */
async function mustShow(page: Page, wanted: Locator): Promise<void> {
  const isSeen = await page.evaluate(`(() => {
    const { activeElement: one } = document;
    const isField = one.matches('input, textarea, select');
    const isOutlined = (part) => getComputedStyle(one, part).outlineStyle !== 'none';
    return one.matches(':focus-visible') && (isField || isOutlined() || isOutlined('::after'));
  })()`);
  if (isSeen !== true) throw new Error(`Nothing shows that it has the focus: ${String(wanted)}`);
}
