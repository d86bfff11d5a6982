/**
 * How much harm a tool can do. R0 reads. R1 is a harmless single command. R2 affects one driver or connector.
 * R3 reaches many stations, firmware, certificates, tariffs or large power. R4 is never for an agent.
 */
export type Tier = 'R0' | 'R1' | 'R2' | 'R3' | 'R4';

/** What MCP lets a server say about a tool's effects; hosts decide by it whether to ask their user. */
export type Annotations = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/** Every hint is written out: an absent one would be read as the pessimistic default. */
export function annotationsOf(tier: Tier, isIdempotent: boolean): Annotations {
  const reads = tier === 'R0';
  return {
    readOnlyHint: reads,
    destructiveHint: !reads && tier !== 'R1',
    idempotentHint: reads || isIdempotent,
    openWorldHint: !reads, // a command leaves our database and reaches equipment in the street
  };
}
