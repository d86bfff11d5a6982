import { present } from '#base/present.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Outcome } from '#contract/commands/command.ts';
import type { InputOf } from '#contract/commands/commands.ts';

type Context = { stationId: string; requestId: number; charging: Charging };

/** Writes a firmware update down, and says it as SignedUpdateFirmware of 1.6 and UpdateFirmware of 2.x do alike. */
export async function firmwareOrder(input: InputOf<'update-firmware'>, { stationId, requestId, charging }: Context) {
  const { location, signingCertificate, signature } = input;
  const retrieveAt = await charging.firmware.beginUpdate({
    stationId,
    requestId,
    location,
    retrieveAt: dateOf(input.retrieveAt),
    installAt: dateOf(input.installAt),
    signingCertificate: signingCertificate ?? null,
    signature: signature ?? null,
  });
  return {
    requestId,
    ...retriesOf(input),
    firmware: {
      location,
      retrieveDateTime: retrieveAt.toISOString(),
      ...present({ installDateTime: input.installAt, signingCertificate, signature }),
    },
  };
}

/** Writes a request for a log down, and says it as GetLog of every version does. */
export async function logOrder(input: InputOf<'get-log'>, { stationId, requestId, charging }: Context) {
  const { kind, location, oldestAt, latestAt } = input;
  await charging.logs.begin({
    stationId,
    requestId,
    kind,
    location,
    oldestAt: dateOf(oldestAt),
    latestAt: dateOf(latestAt),
  });
  return {
    requestId,
    ...retriesOf(input),
    log: { remoteLocation: location, ...present({ oldestTimestamp: oldestAt, latestTimestamp: latestAt }) },
  };
}

export function retriesOf({
  retries,
  retryIntervalSeconds,
}: InputOf<'publish-firmware' | 'update-firmware' | 'get-log'>) {
  return present({ retries, retryInterval: retryIntervalSeconds });
}

/** The station does not take the signing certificate: a fact about its security, and not of this update alone. */
export async function noteRefused(outcome: Outcome, { stationId, charging }: Context): Promise<Outcome> {
  const { code } = outcome;
  if (code === 'InvalidCertificate' || code === 'RevokedCertificate')
    await charging.security.recordOwn({ stationId, type: 'InvalidFirmwareSigningCertificate', details: code });
  return outcome;
}

export function isCanceled({ status }: { status: string }): boolean {
  return status === 'AcceptedCanceled';
}

function dateOf(time: string | undefined): Date | null {
  return time === undefined ? null : new Date(time);
}
