import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { ControlNeeds } from './control-needs.ts';
import type { MadePlan } from './site-memory.ts';

/** A battery that hears nothing more decides by itself again: plans are made anew every five minutes. */
const holdsMs = 900_000;

/** Publishes what the plan has the site's battery do now. Says what is wrong; null: it was told, or shall not be. */
export function tellBattery(
  { publishToBroker }: Pick<ControlNeeds, 'publishToBroker'>,
  { inputs, outcome }: Pick<MadePlan, 'inputs' | 'outcome'>,
  now: number,
): Sentence | null {
  const topic = inputs.settings.battery?.setpointTopic ?? null;
  const [powerW] = outcome.plan.batteryW;
  if (topic === null || inputs.battery === null || powerW === undefined) return null;
  const message = { powerW: Math.round(powerW), until: new Date(now + holdsMs).toISOString() };
  return publishToBroker?.(topic, JSON.stringify(message)) === true ? null : sentenceOf('battery-no-broker', { topic });
}
