const dayMs = 86_400_000;
/** Days after an invoice was to be paid. */
const remindsAfterDays = [3, 14, 30] as const;

export type Unpaid = { dueAt: Date; reminders: number; remindedAt: Date | null };

/** The next reminder of an unpaid invoice: which one it is, from 1; undefined: none is due now. Two never come within a day. */
export function nextReminder({ dueAt, reminders, remindedAt }: Unpaid, now: Date): number | undefined {
  const after = remindsAfterDays[reminders];
  if (after === undefined) return undefined;
  if (remindedAt !== null && now.getTime() - remindedAt.getTime() < dayMs) return undefined;
  return now.getTime() - dueAt.getTime() >= after * dayMs ? reminders + 1 : undefined;
}

/** Whether whoever owes it may charge no more; 0 days: that is never decided by itself. */
export function hasToBlock({ dueAt }: Pick<Unpaid, 'dueAt'>, blockDays: number, now: Date): boolean {
  return blockDays > 0 && now.getTime() - dueAt.getTime() >= blockDays * dayMs;
}
