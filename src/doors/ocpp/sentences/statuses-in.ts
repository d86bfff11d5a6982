type Status = { status: string; reason: string | undefined };
type Info = { reasonCode?: string; additionalInfo?: string };

const lists = [
  'setVariableResult',
  'getVariableResult',
  'setMonitoringResult',
  'clearMonitoringResult',
  'clearTariffsResult',
] as const;

/** What an answer says of the request: its status, that of the token in it, or one for each thing asked for. */
export function statusesIn(answer: unknown): Status[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const fields = answer as Record<string, unknown>;
  const results = lists.flatMap((name) => (Array.isArray(fields[name]) ? (fields[name] as unknown[]) : []));
  return [answer, fields['idTagInfo'], fields['idTokenInfo'], ...results].flatMap(statusOf);
}

function statusOf(result: unknown): Status[] {
  if (typeof result !== 'object' || result === null) return [];
  const { status, attributeStatus, statusInfo, attributeStatusInfo } = result as Record<string, unknown>;
  const word = status ?? attributeStatus;
  if (typeof word !== 'string') return [];
  const { reasonCode, additionalInfo } = (statusInfo ?? attributeStatusInfo ?? {}) as Info;
  return [{ status: word, reason: [reasonCode, additionalInfo].filter(Boolean).join(': ') || undefined }];
}
