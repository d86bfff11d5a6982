import { SigecError } from '#base/errors.ts';
import type { Contract } from '#contract/access/contract.ts';
import { contractApi } from '#contract/api/contracts.ts';
import type { RevocationReason } from '#contract/stations/certificates.ts';
import { openApi } from '../api.ts';
import { readText } from '../files.ts';
import type { Tone } from '../paint.ts';
import type { ShowOptions, Texts } from '../read-options.ts';
import { showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

const tones = {
  waiting: 'warning',
  installed: 'good',
  revoked: 'bad',
} as const satisfies Record<Contract['state'], Tone>;

export async function contractList(
  terminal: Terminal,
  options: ShowOptions & Texts<'driver' | 'token'>,
): Promise<number> {
  const { driver: driverId, token: tokenId } = options;
  const query = { ...(driverId !== undefined && { driverId }), ...(tokenId !== undefined && { tokenId }) };
  const list = await openApi(terminal, options).call(contractApi.list, { query });
  const { titles, contract: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.contracts, [
        [titles.id, ({ id }) => strong(id)],
        [titles.vehicle, ({ pcid }) => visible(pcid)],
        [titles.token, ({ tokenLabel }) => (tokenLabel === null ? '' : `…${visible(tokenLabel)}`)],
        [titles.standing, ({ state }) => ({ text: words.states[state], tone: tones[state] })],
        [titles.expires, ({ certificates: [newest] }) => (newest === undefined ? '' : localTime(newest.expiresAt))],
        [titles.added, ({ issuedAt }) => localTime(issuedAt), 'optional'],
        [titles.by, ({ issuedBy }) => visible(issuedBy), 'flexible optional'],
      ]),
  });
}

export async function contractIssue(
  terminal: Terminal,
  options: ShowOptions & { pcid: string } & Texts<'driver' | 'emaid' | 'token'>,
): Promise<number> {
  const { pcid, driver: driverId, emaid, token: tokenId } = options;
  const body = {
    pcid,
    ...(driverId !== undefined && { driverId }),
    ...(emaid !== undefined && { emaid }),
    ...(tokenId !== undefined && { tokenId }),
  };
  const issued = await openApi(terminal, options).call(contractApi.issue, { body });
  return tellDone(terminal, options, issued, terminal.text.contract.issued(issued.id, visible(issued.pcid)));
}

export async function contractRevoke(
  terminal: Terminal,
  options: ShowOptions & { contract: string; reason?: RevocationReason },
): Promise<number> {
  const { contract: id, reason } = options;
  const body = reason === undefined ? {} : { reason };
  const revoked = await openApi(terminal, options).call(contractApi.revoke, { params: { id }, body });
  return tellDone(terminal, options, revoked, terminal.text.contract.isRevoked(revoked.id));
}

export async function contractVehicleList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(contractApi.vehicles);
  const { titles, contract: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noVehicles,
    table: () =>
      tableOf(list.vehicles, [
        [titles.vehicle, ({ pcid }) => strong(visible(pcid))],
        [titles.kind, ({ origin }) => words.origins[origin]],
        [titles.expires, ({ certificateExpiresAt }) => localTime(certificateExpiresAt)],
        [titles.note, ({ note }) => visible(note ?? ''), 'flexible'],
        [titles.id, ({ id }) => id, 'optional'],
      ]),
  });
}

/** Prints the signed chain without any other text, so that it can be redirected into a file. */
export async function contractVehicleRegister(
  terminal: Terminal,
  options: ShowOptions & Texts<'certificate' | 'csr' | 'note'>,
): Promise<number> {
  const { certificate, csr, note } = options;
  const words = terminal.text.contract;
  if ((certificate === undefined) === (csr === undefined)) throw new SigecError('INVALID_INPUT', words.oneFile);
  const body = {
    ...(certificate !== undefined && { certificate: await readText(terminal, certificate) }),
    ...(csr !== undefined && { csr: await readText(terminal, csr) }),
    ...(note !== undefined && { note }),
  };
  const added = await openApi(terminal, options).call(contractApi.registerVehicle, { body });
  const { pcid, id } = added.vehicle;
  const told = words.registered(visible(pcid), id);
  return tellDone(terminal, options, added, added.chain === null ? told : `${told}\n${added.chain.trimEnd()}`);
}

export async function contractVehicleRemove(
  terminal: Terminal,
  options: ShowOptions & { vehicle: string },
): Promise<number> {
  const params = { id: options.vehicle };
  const removed = await openApi(terminal, options).call(contractApi.removeVehicle, { params });
  return tellDone(terminal, options, removed, terminal.text.contract.removed(visible(removed.pcid)));
}
