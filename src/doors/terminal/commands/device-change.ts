import { SigecError } from '#base/errors.ts';
import { deviceApi } from '#contract/api/devices.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { deviceIdOf } from '../find-device.ts';
import { tokenValueOf } from '../find-named.ts';
import { json } from '../json.ts';
import { orNull } from '../read-access.ts';
import { readConnector } from '../read-input.ts';
import type { ServerOptions } from '../server-address.ts';
import { tellDone } from '../show-list.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type ShowOptions = ServerOptions & { json?: boolean };
type OfDevice = ShowOptions & { what: string };

/** Lets in the device that shows this code. "-" as the secret is read from the input: shells remember what is typed. */
export async function deviceActivate(
  terminal: Terminal,
  options: ShowOptions & { code: string; name?: string; secret?: string },
): Promise<number> {
  const { code, name } = options;
  const secret = options.secret === undefined ? undefined : await tokenValueOf(terminal, options.secret);
  const device = await openApi(terminal, options).call(deviceApi.activate, {
    body: {
      code,
      ...(name !== undefined && { name }),
      ...(secret !== undefined && { secret }),
    },
  });
  const { activated, approved } = terminal.text.device;
  const shown = visible(device.name);
  return tellDone(terminal, options, device, device.isProofAwaited ? approved(shown) : activated(shown));
}

export async function deviceRename(terminal: Terminal, options: OfDevice & { name: string }): Promise<number> {
  const api = openApi(terminal, options);
  const device = await api.call(deviceApi.change, {
    params: { id: await deviceIdOf(terminal, api, options.what) },
    body: { name: options.name },
  });
  return tellDone(terminal, options, device, visible(terminal.text.device.renamed(device.id, device.name)));
}

export async function deviceSwitch(
  terminal: Terminal,
  options: OfDevice & { verb: 'block' | 'unblock' | 'remove' },
): Promise<number> {
  const api = openApi(terminal, options);
  const id = await deviceIdOf(terminal, api, options.what);
  const { verb } = options;
  const device =
    verb === 'remove'
      ? await api.call(deviceApi.remove, { params: { id } })
      : await api.call(deviceApi.change, { params: { id }, body: { isBlocked: verb === 'block' } });
  return tellDone(
    terminal,
    options,
    device,
    visible(terminal.text.device.switched[verb](device.id, device.kind === 'server')),
  );
}

export async function deviceAddServer(
  terminal: Terminal,
  options: ShowOptions & { id: string; name?: string },
): Promise<number> {
  const { id, name } = options;
  const added = await openApi(terminal, options).call(deviceApi.addServer, {
    body: { id, ...(name !== undefined && { name }) },
  });
  return tellAddress(terminal, options, added);
}

export async function deviceRenewAddress(terminal: Terminal, options: OfDevice): Promise<number> {
  const api = openApi(terminal, options);
  return tellAddress(
    terminal,
    options,
    await api.call(deviceApi.renewAddress, { params: { id: await deviceIdOf(terminal, api, options.what) } }),
  );
}

/** The address alone goes to the output, so that a script can take it. */
function tellAddress(terminal: Terminal, options: ShowOptions, added: { id: string; address: string }): number {
  if (options.json) terminal.out(json(added));
  else {
    terminal.err(visible(terminal.text.device.address(added.id)));
    terminal.out(added.address);
  }
  return done;
}

export type DevicePlaceOptions = OfDevice & { site: string; station?: string; connector?: string; note?: string };

export async function devicePlace(terminal: Terminal, options: DevicePlaceOptions): Promise<number> {
  const { site, station, connector, note } = options;
  if (connector !== undefined && station === undefined)
    throw new SigecError('INVALID_INPUT', terminal.text.tariff.needsStation);
  const at = connector === undefined ? {} : readConnector(terminal, { name: '--connector', value: connector });
  const api = openApi(terminal, options);
  const place = await api.call(deviceApi.place, {
    params: { id: await deviceIdOf(terminal, api, options.what) },
    body: {
      ...{ siteId: site, stationId: station ?? null, ...at, note: orNull(note) ?? null },
    },
  });
  return tellDone(terminal, options, place, visible(terminal.text.site.placed(place.deviceId, place.siteId)));
}

export async function deviceUnplace(terminal: Terminal, options: OfDevice): Promise<number> {
  const api = openApi(terminal, options);
  const place = await api.call(deviceApi.takeAway, { params: { id: await deviceIdOf(terminal, api, options.what) } });
  return tellDone(terminal, options, place, visible(terminal.text.site.taken(place.deviceId, place.siteId)));
}
