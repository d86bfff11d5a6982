type StatusInfo = { reasonCode: string; additionalInfo?: string | undefined };

/** What a 2.x station adds to a status, in one line. */
export function reasonOf(info: StatusInfo | undefined): string | null {
  return info === undefined ? null : [info.reasonCode, info.additionalInfo].filter(Boolean).join(': ');
}
