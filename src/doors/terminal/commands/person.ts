import { SigecError } from '#base/errors.ts';
import type { Invitation, MadeInvitation, Person } from '#contract/agents/person.ts';
import { type Grant, role } from '#contract/agents/principal.ts';
import { invitationApi, peopleApi } from '#contract/api/people.ts';
import { openApi } from '../api.ts';
import type { ShowOptions } from '../read-options.ts';
import { quiet, show, showList, strong, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';

type OfOne = ShowOptions & { id: string };

export async function personList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(peopleApi.list);
  const { titles, person: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.people, [
        [titles.id, ({ id }) => strong(id)],
        [titles.name, ({ name }) => name, 'flexible'],
        [titles.email, ({ email }) => email ?? quiet('–'), 'flexible'],
        [titles.role, ({ grants }) => grantsText(terminal, grants), 'flexible'],
        [titles.lastSignIn, ({ signedInAt }) => shownTime(terminal, signedInAt), 'optional'],
        [titles.state, ({ state }) => (state === 'active' ? words.active : quiet(words.disabled))],
      ]),
  });
}

export async function personInvite(
  terminal: Terminal,
  options: ShowOptions & { email: string; role: string[]; name?: string },
): Promise<number> {
  const { email, name } = options;
  const body = { email, grants: grantsOf(terminal, options.role), ...(name !== undefined && { name }) };
  return showLink(terminal, options, await openApi(terminal, options).call(invitationApi.create, { body }));
}

export async function personRoles(terminal: Terminal, options: OfOne & { role: string[] }): Promise<number> {
  return change(terminal, options, { grants: grantsOf(terminal, options.role) });
}

export function personDisable(terminal: Terminal, options: OfOne): Promise<number> {
  return change(terminal, options, { state: 'disabled' });
}

export function personEnable(terminal: Terminal, options: OfOne): Promise<number> {
  return change(terminal, options, { state: 'active' });
}

export async function personLink(terminal: Terminal, options: OfOne): Promise<number> {
  const made = await openApi(terminal, options).call(peopleApi.link, { params: { id: options.id } });
  return showLink(terminal, options, made);
}

export async function personSignOut(terminal: Terminal, options: OfOne): Promise<number> {
  const done = await openApi(terminal, options).call(peopleApi.endSignIns, { params: { id: options.id } });
  return show(terminal, options, done, () => [terminal.text.person.signedOut(String(done.ended))]);
}

export async function personRemove(terminal: Terminal, options: OfOne): Promise<number> {
  await openApi(terminal, options).call(peopleApi.remove, { params: { id: options.id } });
  return show(terminal, options, { removed: options.id }, () => [terminal.text.person.removed(visible(options.id))]);
}

export async function invitationList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(invitationApi.list);
  const { titles, person: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noInvitation,
    table: () =>
      tableOf(list.invitations, [
        [titles.id, ({ id }) => strong(id)],
        [titles.email, ({ email }) => email, 'flexible'],
        [titles.role, ({ grants }) => grantsText(terminal, grants), 'flexible'],
        [titles.expires, ({ expiresAt }) => shownTime(terminal, expiresAt)],
        [titles.state, ({ state }: Invitation) => words.invitation[state]],
      ]),
  });
}

export async function invitationRevoke(terminal: Terminal, options: OfOne): Promise<number> {
  const done = await openApi(terminal, options).call(invitationApi.revoke, { params: { id: options.id } });
  return show(terminal, options, done, () => [terminal.text.person.revoked(visible(done.email))]);
}

async function change(
  terminal: Terminal,
  options: OfOne,
  body: { grants?: Grant[]; state?: Person['state'] },
): Promise<number> {
  const person = await openApi(terminal, options).call(peopleApi.change, { params: { id: options.id }, body });
  return show(terminal, options, person, () => [
    terminal.text.person.changed(visible(person.name), grantsText(terminal, person.grants)),
  ]);
}

function showLink(terminal: Terminal, options: ShowOptions, made: MadeInvitation): Promise<number> {
  return show(terminal, options, made, () => [
    terminal.text.person.invited(visible(made.invitation.email)),
    `\n  ${terminal.paint('strong', visible(made.link))}\n`,
  ]);
}

function grantsText({ text }: Terminal, grants: readonly Grant[]): string {
  return grants
    .map(({ role: held, siteId }) => `${text.key.role[held]}${siteId === null ? '' : `@${siteId}`}`)
    .join(', ');
}

/** `operator`, or at one site `operator@site-1`. */
function grantsOf({ text }: Terminal, wanted: readonly string[]): Grant[] {
  return wanted.map((each) => {
    const [named = '', siteId = null] = each.split('@');
    const held = role.safeParse(named);
    if (!held.success) throw new SigecError('INVALID_INPUT', text.person.noRole(visible(each)));
    return { role: held.data, siteId };
  });
}
