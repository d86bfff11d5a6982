/**
 * How much harm a tool can do. R0 reads. R1 is a harmless single command. R2 affects one driver or connector.
 * R3 reaches many stations, firmware, certificates, tariffs or large power. What is never for an agent, R4, is no tool at all.
 */
export type Tier = 'R0' | 'R1' | 'R2' | 'R3';

/** What a person says yes to first. */
export type ApprovedTier = 'R2' | 'R3';

export function needsApproval(tier: Tier): tier is ApprovedTier {
  return tier === 'R2' || tier === 'R3';
}

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
    destructiveHint: needsApproval(tier),
    idempotentHint: reads || isIdempotent,
    openWorldHint: !reads, // a command leaves our database and reaches equipment in the street
  };
}
