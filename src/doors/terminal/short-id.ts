import { SigecError } from '#base/errors.ts';
import { isUuid } from '#base/uuid.ts';
import { proposalApi } from '#contract/api/proposals.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import type { Api } from './api.ts';
import type { Terminal } from './terminal.ts';

/** The beginnings of our ids are their time, so those of one hour look alike; the endings differ. */
const shownCharacters = 8;
const minCharacters = 6;

/** A person sees as much of an id as they can type, a program all of it. */
export function shownId({ isInteractive }: Terminal, id: string): string {
  return isInteractive ? id.slice(-shownCharacters) : id;
}

/** A session by its id, or by the beginning or ending of one among the newest. */
export function sessionIdOf(terminal: Terminal, api: Api, given: string): Promise<string> {
  return wholeId(terminal, given, async () => (await api.call(sessionApi.list, { query: { limit: 1000 } })).sessions);
}

export function proposalIdOf(terminal: Terminal, api: Api, given: string): Promise<string> {
  return wholeId(terminal, given, async () => (await api.call(proposalApi.list, { query: { limit: 200 } })).proposals);
}

async function wholeId(
  { text }: Terminal,
  given: string,
  newest: () => Promise<readonly { id: string }[]>,
): Promise<string> {
  const part = given.toLowerCase();
  const isPart = part.length >= minCharacters && /^[0-9a-f-]+$/.test(part);
  if (isUuid(given) || !isPart) return given; // the server says what is wrong with it
  const all = await newest();
  const [first, ...others] = all.filter(({ id }) => id.startsWith(part) || id.endsWith(part));
  if (first === undefined) throw new SigecError('NOT_FOUND', text.input.noSuchId(given, String(all.length)));
  if (others.length === 0) return first.id;
  const ids = [first, ...others].slice(0, 5).map(({ id }) => id);
  throw new SigecError('INVALID_INPUT', text.input.ambiguousId(given, ids.join(', ')));
}
