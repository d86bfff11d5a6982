import type { OtherNodes } from '../../src/base/other-nodes.ts';

/** Two nodes: what one publishes the other hears, at once. */
export function joinedNodes(): [OtherNodes, OtherNodes] {
  const hearers = [new Map<string, (body: unknown) => void>(), new Map<string, (body: unknown) => void>()];
  const end = (index: 0 | 1): OtherNodes => ({
    publish: (subject, body) => hearers[1 - index]?.get(subject)?.(JSON.parse(JSON.stringify(body))),
    subscribe: (subject, hear) => void hearers[index]?.set(subject, hear),
  });
  return [end(0), end(1)];
}
