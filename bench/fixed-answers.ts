/** What the limit servers say to every message: the same bytes each time, no question asked. */
export function fixedAnswer(action: string, count: number): string {
  if (action === 'StartTransaction') return `{"transactionId":${count},"idTagInfo":{"status":"Accepted"}}`;
  return answers[action] ?? '{}';
}

/** The messages that carry energy: limit-pg stores these before it answers. */
export const durableActions: ReadonlySet<string> = new Set([
  'StartTransaction',
  'MeterValues',
  'StopTransaction',
  'TransactionEvent',
]);

const accepted = '"status":"Accepted"';
const time = '"currentTime":"2026-11-01T12:00:00.000Z"';
const answers: Record<string, string> = {
  BootNotification: `{${accepted},${time},"interval":300}`,
  Heartbeat: `{${time}}`,
  Authorize: `{"idTagInfo":{${accepted}},"idTokenInfo":{${accepted}}}`, // a station reads the one of its version
  StopTransaction: `{"idTagInfo":{${accepted}}}`,
};
