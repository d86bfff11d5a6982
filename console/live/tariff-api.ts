import {
  type TariffAssignment,
  type TariffTrial,
  tariff,
  tariffAssignment,
  tariffAssignmentList,
  tariffDetail,
  tariffList,
  tariffTrialAnswer,
} from '#contract/billing/tariff.ts';
import type { TariffTerms } from '#contract/billing/tariff-terms.ts';
import { answered, ask, deleting, posting } from './ask.ts';

export type TariffForm = TariffTerms & { id: string; validFrom?: string };
export type Assignment = Pick<TariffAssignment, 'tariffId'> &
  Partial<
    Pick<TariffAssignment, 'groupId' | 'siteId' | 'stationId' | 'evseId' | 'connectorId' | 'validFrom' | 'validTo'>
  >;

/** What charging costs, and where. */
export const tariffApi = {
  tariffs: (signal: AbortSignal) => ask(tariffList, '/api/tariffs', { signal }),
  tariff: (id: string, signal: AbortSignal) => ask(tariffDetail, ofTariff(id), { signal }),
  addTariff: (made: TariffForm) => ask(tariff, '/api/tariffs', posting(made)),
  /** Only says how it would look, or what is wrong. */
  checkText: (text: string) => ask(tariff, '/api/tariffs/text', posting({ text, isDryRun: true })),
  addText: (text: string) => ask(tariff, '/api/tariffs/text', posting({ text })),
  retireTariff: (id: string, isForced: boolean) =>
    answered(`${ofTariff(id)}${isForced ? '?force=true' : ''}`, deleting),
  tryTariff: (id: string, trial: Omit<TariffTrial, 'siteId'> & { siteId?: string }) =>
    ask(tariffTrialAnswer, `${ofTariff(id)}/try`, posting(trial)),
  assignments: (signal: AbortSignal) => ask(tariffAssignmentList, '/api/tariff-assignments', { signal }),
  assign,
  /** Ends the other one first; where the new one is refused, the other one holds again. */
  assignInstead: async (other: TariffAssignment, made: Assignment) => {
    await tariffApi.unassign(other.id);
    try {
      return await assign(made);
    } catch (refused) {
      const { tariffId, groupId, siteId, stationId, evseId, connectorId, validTo } = other;
      await assign({ tariffId, groupId, siteId, stationId, evseId, connectorId, validTo });
      throw refused;
    }
  },
  unassign: (id: string) => answered(`/api/tariff-assignments/${encodeURIComponent(id)}`, deleting),
};

function assign(made: Assignment) {
  return ask(tariffAssignment, '/api/tariff-assignments', posting(made));
}

function ofTariff(id: string): string {
  return `/api/tariffs/${encodeURIComponent(id)}`;
}
