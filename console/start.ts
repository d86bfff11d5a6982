// The first file that runs, a small one. What the first page needs is asked for here, while the console itself is still on its way:
// who we are, the first rows, the texts and the page. Nothing waits for it; what fails is asked for again by whoever needs it.
import './no-eval.ts';
import { askEarly } from './api/early.ts';
import { firstStations, whoAmI } from './api/first-requests.ts';
import { pageFileOf } from './pages/page-files.ts';
import { firstLanguage, textFiles } from './text/choose-language.ts';

const { pathname } = window.location;

void textFiles[firstLanguage()]().catch(() => undefined);
void pageFileOf(pathname === '/' ? '/now' : pathname)?.().catch(() => undefined);
void askForStations().catch(() => undefined);

/** Whoever must sign in first would only be refused. */
async function askForStations(): Promise<void> {
  const answer = (await (await askEarly(whoAmI)).clone().json()) as { mustSignIn?: boolean; principal?: object | null };
  if (answer.mustSignIn === false || (answer.principal ?? null) !== null) await askEarly(firstStations);
}
