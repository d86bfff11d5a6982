import type { Charging } from '#charging/open-charging.ts';
import type { Outcome } from '#contract/commands/command.ts';
import type { InputOf } from '#contract/commands/commands.ts';

type Context = { stationId: string; charging: Charging };

/** Sends the root that is to be installed, and writes it down once the station has taken it. */
export async function installRoot(
  { purpose, certificate }: InputOf<'install-certificate'>,
  { stationId, charging }: Context,
  send: (pem: string) => Promise<Outcome>,
): Promise<Outcome> {
  const pem = await charging.certificates.rootToInstall({ purpose, pem: certificate });
  const outcome = await send(pem);
  if (outcome.status === 'accepted') await charging.certificates.recordInstalled({ stationId, purpose, pem });
  return outcome;
}

/** NotFound is a refusal, but it tells the same: the station does not have it. */
export async function deleteInstalled(
  hash: InputOf<'delete-certificate'>,
  { stationId, charging }: Context,
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await send();
  const isGone = outcome.status === 'accepted' || outcome.code === 'NotFound';
  if (isGone) await charging.certificates.recordDeleted({ stationId, hash });
  return outcome;
}

type ToDeliver = Awaited<ReturnType<Charging['certificates']['chainFor']>>;

export async function deliverCertificate(
  { requestId }: InputOf<'send-certificate'>,
  { stationId, charging }: Context,
  send: (certificate: ToDeliver) => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await send(await charging.certificates.chainFor({ stationId, requestId }));
  const refusal = outcome.status === 'accepted' ? null : (outcome.reason ?? outcome.code ?? 'Rejected');
  await charging.certificates.recordDelivery({ stationId, requestId, refusal });
  return outcome;
}
