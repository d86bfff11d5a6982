import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { Charging } from '#charging/open-charging.ts';
import { activateDevice } from '#contract/devices/device.ts';
import { placeDevice } from '#contract/stations/site.ts';
import type { Devices } from '#devices/devices.ts';
import { system } from '#principals/actor.ts';

export type ShownCode = {
  id: string;
  name: string;
  code: string;
  place: { stationId: string; evseId: number; connectorId: number };
  isTrusted: boolean;
};

type Needs = { devices: Devices; charging: Pick<Charging, 'sites'>; siteId: string; log: Log };

/** What an operator does with a device that shows a code, for the demo: enters it, says where it stands, looks at its tools. */
export async function activateDemoDevice({ devices, charging, siteId, log }: Needs, shown: ShownCode): Promise<void> {
  const { id: deviceId, name, code, place, isTrusted } = shown;
  try {
    await devices.activate(activateDevice.parse({ code, name }), system);
    await charging.sites.placeDevice({ siteId, deviceId, place: placeDevice.parse(place), actor: system });
    if (isTrusted) acceptOnceKnown({ devices, log }, deviceId);
  } catch (error) {
    log.warn({ deviceId, err: asError(error) }, 'a device of the demo could not be activated');
  }
}

/** Its tools follow a moment after it has been activated. */
function acceptOnceKnown({ devices, log }: Pick<Needs, 'devices' | 'log'>, deviceId: string): void {
  let isBusy = false;
  const stop = devices.onChange((changedId) => {
    if (changedId !== deviceId || isBusy) return;
    isBusy = true;
    accept().then(
      (count) => {
        isBusy = false;
        if (count > 0) stop();
      },
      (error: unknown) => {
        stop();
        log.warn({ deviceId, err: asError(error) }, 'tools of the demo could not be accepted');
      },
    );
  });

  async function accept(): Promise<number> {
    const { tools } = await devices.get(deviceId);
    const harmless = tools.filter(({ trust, isForUsersOnly }) => trust === 'new' && !isForUsersOnly);
    for (const { name, hash } of harmless) await devices.judgeTool(deviceId, name, { verdict: 'accept', hash }, system);
    return tools.length;
  }
}
