import type { Locator, Page } from 'playwright-core';

const maxTabs = 300;

/** Presses Tab until something has the focus: whoever has no pointer gets there so, or not at all. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Not reached with ${maxTabs} tabs: ${String(wanted)}`);
}
