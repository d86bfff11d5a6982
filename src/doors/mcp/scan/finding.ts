import { untrustedText } from '#base/untrusted-text.ts';

export type Severity = 'high' | 'medium' | 'low';

/** What the scan looks for. Each has a sentence in the languages of the terminal. */
export const rules = {
  // In what a server says about itself
  'hidden-characters': 'high',
  'instructions-in-text': 'high',
  'secret-in-text': 'high',
  'duplicate-name': 'high',
  'reads-by-name-of-change': 'high',
  'confusable-name': 'medium',
  'unusual-name': 'medium',
  'no-description': 'medium',
  'no-schema': 'medium',
  'remote-reference': 'medium',
  'harmless-by-name-of-harm': 'medium',
  'open-schema': 'low',
  'no-output-schema': 'low',
  'argument-not-described': 'low',
  'argument-without-bounds': 'low',
  'no-annotations': 'low',
  'too-long': 'low',
  'too-many-tools': 'low',
  // In what it answers to hostile calls
  'server-error': 'high',
  'stack-trace': 'high',
  'database-text': 'high',
  'secret-in-answer': 'high',
  'file-read': 'high',
  'template-run': 'high',
  'command-run': 'high',
  'echo-in-text': 'high',
  'no-answer': 'high',
  'server-gone': 'high',
  'foreign-id-answered': 'high',
  'wrong-key-accepted': 'high',
  'foreign-page-accepted': 'high',
  'echo-in-data': 'medium',
  'path-in-answer': 'medium',
  'internal-error': 'medium',
  'schema-not-kept': 'medium',
  'list-changed': 'medium',
  'huge-answer': 'low',
} satisfies Record<string, Severity>;

export type RuleName = keyof typeof rules;

export type Finding = {
  rule: RuleName;
  severity: Severity;
  /** `tool list_charge_points`, `resource sigec://stations`, `server`. */
  where: string;
  /** What was sent, for findings in answers: `search: path`. */
  sent?: string;
  /** A piece of what was found, made fit for a terminal. */
  evidence: string;
};

export function found(rule: RuleName, where: string, evidence: string, sent?: string): Finding {
  return {
    rule,
    severity: rules[rule],
    where: untrustedText(where, 120),
    evidence: untrustedText(evidence, 160),
    ...(sent !== undefined && { sent: untrustedText(sent, 120) }),
  };
}

/** The same thing found by fifty calls is told once, with the first of them. */
export function once(findings: readonly Finding[]): Finding[] {
  const seen = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.rule} ${finding.where} ${finding.sent?.split(':', 1)[0] ?? finding.evidence}`;
    if (!seen.has(key)) seen.set(key, finding);
  }
  const rank = { high: 0, medium: 1, low: 2 };
  return [...seen.values()].toSorted(
    (one, other) =>
      rank[one.severity] - rank[other.severity] || compare(one.rule, other.rule) || compare(one.where, other.where),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
