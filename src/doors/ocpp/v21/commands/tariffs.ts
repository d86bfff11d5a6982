import { transactionIdOf } from '#charging/sessions/record/session-event.ts';
import type { ReportedTariff } from '#charging/tariffs/station-tariff-store.ts';
import { accepted, byStatus, NotAnswered, rejected, type Translator } from '../../command.ts';
import { tellWithNextAnswer } from '../../shared/session-cost.ts';
import { sessionRef } from '../../shared/session-orders.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages } from '../messages.generated.ts';
import { tariffLosses, wireTariff } from '../tariff.ts';

/** I07. EVSE 0 is every EVSE. */
export const setDefaultTariff: Translator<Messages, 'set-default-tariff'> = async (
  { tariffId, evseId = 0, isKept = false },
  context,
) => {
  const { stationId, charging, call } = context;
  const tariff = await charging.tariffs.get(tariffId);
  const outcome = byStatus(await call('SetDefaultTariff', { evseId, tariff: wireTariff(tariff) }), ['Accepted'], {
    losses: tariffLosses(tariff),
  });
  if (outcome.status === 'accepted' && !isKept) await charging.tariffs.setForStation({ stationId, evseId, tariffId });
  return outcome;
};

/** I09. */
export const getTariffs: Translator<Messages, 'get-tariffs'> = async ({ evseId = 0 }, context) => {
  const { stationId, charging, call } = context;
  const response = await call('GetTariffs', { evseId });
  const assignments = response.tariffAssignments ?? [];
  const outcome = byStatus(response, ['Accepted', 'NoTariff'], {
    answer: { tariffIds: assignments.map(({ tariffId }) => tariffId) },
  });
  if (outcome.status !== 'accepted') return outcome;
  const reported = assignments.map((assignment) => reportedOf(assignment, charging.authorization.tokenOf));
  await charging.tariffs.recordReported(stationId, reported);
  return outcome;
};

type Assignment = NonNullable<Messages['GetTariffs']['response']['tariffAssignments']>[number];

function reportedOf(
  { tariffId, tariffKind, validFrom, evseIds = [], idTokens = [] }: Assignment,
  tokenOf: (read: { token: string }) => { hash: string },
): ReportedTariff {
  return {
    tariffId,
    kind: tariffKind === 'DefaultTariff' ? 'default' : 'driver',
    validFrom: validFrom === undefined ? null : stationTime(validFrom, new Date()),
    evseIds,
    tokenIds: idTokens.map((token) => tokenOf({ token }).hash),
  };
}

/** I10: a result per tariff; one that was not there is gone as well. */
export const clearTariffs: Translator<Messages, 'clear-tariffs'> = async (
  { tariffIds, evseId, isKept = false },
  context,
) => {
  const { stationId, charging, call } = context;
  const { clearTariffsResult: results } = await call('ClearTariffs', {
    ...(tariffIds && { tariffIds }),
    ...(evseId !== undefined && { evseId }),
  });
  const cleared = results.flatMap(({ status, tariffId }) => (status === 'Accepted' && tariffId ? [tariffId] : []));
  const refused = results.find(({ status }) => status === 'Rejected');
  const gone = refused === undefined ? (tariffIds ?? null) : cleared;
  if (!isKept && gone?.length !== 0)
    await charging.tariffs.clearForStation({ stationId, evseId: evseId ?? null, tariffIds: gone });
  if (refused !== undefined) return rejected('Rejected', { reason: refused.tariffId ?? null, answer: { cleared } });
  return accepted({ answer: { cleared } });
};

/** I11. A station that cannot calculate by itself shows the price as 2.0.1 does: told with the answer to its next event (I06). */
export const changeSessionTariff: Translator<Messages, 'change-session-tariff'> = async (
  { sessionId, tariffId },
  context,
) => {
  const { stationId, charging, call } = context;
  const ref = await sessionRef(sessionId, context);
  const tariff = wireTariff(await charging.tariffs.getForSession({ stationId, ref, tariffId }));
  try {
    const outcome = byStatus(await call('ChangeTransactionTariff', { transactionId: transactionIdOf(ref), tariff }));
    if (outcome.status === 'accepted')
      await charging.tariffs.changeForSession({ stationId, ref, tariffId, isTold: true });
    return outcome;
  } catch (error) {
    const isLacking = error instanceof NotAnswered && /^Not(Supported|Implemented)$/.test(error.outcome.code ?? '');
    if (!isLacking) throw error;
    return tellWithNextAnswer({ ref, tariffId }, context, 'The station does not know ChangeTransactionTariff');
  }
};

/** C25: the EVSE is kept for whoever is paying on the web page; the station has nothing to answer. */
export const notifyWebPayment: Translator<Messages, 'notify-web-payment'> = async (
  { evseId, timeoutSeconds },
  { stationId, charging, call },
) => {
  await call('NotifyWebPaymentStarted', { evseId, timeout: timeoutSeconds });
  await charging.payments.recordWebPayment({ stationId, evseId, timeoutSeconds });
  return accepted();
};
