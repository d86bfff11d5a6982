import { asError } from '#base/errors.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import { inEnglish, sentenceOf } from '#contract/problems/problem-words.ts';
import { system } from '#principals/actor.ts';
import { PutOff } from '../../commands/unless-kill-switch.ts';
import { formOf, suppositions, withFindings } from '../verification/profile-forms.ts';
import type { ControlNeeds } from './control-needs.ts';
import { noteTold } from './echoes.ts';
import type { Order } from './orders.ts';
import type { Answer } from './send-orders.ts';
import type { SiteMemory } from './site-memory.ts';

const answerWithinSeconds = 20;
/** A station that refused every form is not asked all of it again before this. */
const formsAgainMs = 1_800_000;

const reportWithinSeconds = 10;

type Needs = Pick<ControlNeeds, 'runCommand' | 'ask' | 'abilities' | 'log' | 'clock'>;
type Memory = Pick<SiteMemory, 'siteId' | 'formsTriedUntil' | 'doubted' | 'told'>;

/** What a station took while somebody else changed its profiles may be gone again, or outweighed. */
export async function deliverOrder(needs: Needs, memory: Memory, order: Order): Promise<Answer> {
  const answer = await deliverInSomeForm(needs, memory, order);
  if (answer.status !== 'taken' || !memory.doubted.has(order.stationId)) return answer;
  return { status: 'unknown', reason: sentenceOf('profile-overtaken') };
}

/** Sends the profiles of an order. Refused ones are said in other forms, until the station takes one: that is learned of it. */
async function deliverInSomeForm(needs: Needs, memory: Memory, order: Order): Promise<Answer> {
  const answer = await sendReplacing(needs, memory, order);
  const { stationId, abilities: form, inForm } = order;
  const now = needs.clock.now().getTime();
  if (answer.status !== 'refused' || form === undefined || inForm === undefined) return answer;
  if ((memory.formsTriedUntil.get(stationId) ?? 0) > now) return answer;
  memory.formsTriedUntil.set(stationId, now + formsAgainMs);
  const { findings } = needs.abilities.learnedOf(stationId);
  for (const supposed of suppositions(order.profiles, inEnglish(answer.reason))) {
    const other = inForm(formOf(form, withFindings([], supposed)));
    const again = await sendProfiles(needs, memory, other);
    if (again.status === 'refused') continue;
    if (again.status !== 'taken') return again;
    await needs.abilities.learn(stationId, { findings: withFindings(findings, supposed) });
    memory.formsTriedUntil.delete(stationId);
    return { status: 'taken', instead: other };
  }
  return answer;
}

/**
 * A station of 2.x refuses a profile where it holds one of the same place under a number that we do not know: set by others, with the
 * start of the session, or in an exchange that broke off. It is asked for what it holds; then the new one takes the old one's number.
 */
async function sendReplacing(needs: Needs, memory: Memory, order: Order): Promise<Answer> {
  const answer = await sendProfiles(needs, memory, order);
  if (answer.status !== 'refused' || !/duplicateprofile/i.test(inEnglish(answer.reason))) return answer;
  await needs.ask({
    stationId: order.stationId,
    name: 'get-charging-profiles',
    input: {},
    answerWithinSeconds,
    waitForEffectSeconds: reportWithinSeconds,
  });
  return sendProfiles(needs, memory, order);
}

async function sendProfiles(
  needs: Needs,
  { siteId, told }: Memory,
  { stationId, profiles, kind }: Order,
): Promise<Answer> {
  let isPartlyTaken = false;
  try {
    for (const profile of profiles) {
      noteTold(told, stationId, profile);
      const { outcome } = await needs.runCommand({
        stationId,
        name: 'set-charging-profile',
        input: profile,
        actor: system,
        why: ownReason(kind === 'default' ? 'safe-default' : 'energy-plan', { siteId }),
        answerWithinSeconds,
      });
      if (outcome?.status !== 'accepted') return { ...answerOf(outcome), isPartlyTaken };
      isPartlyTaken = true;
    }
    return { status: 'taken' };
  } catch (error) {
    if (error instanceof PutOff) return { status: 'not-sent', reason: sentenceOf('profile-put-off'), isPartlyTaken };
    needs.log.warn({ stationId, err: asError(error) }, 'charging profile could not be sent');
    return { status: 'unknown', reason: sentenceOf('profile-unsendable', { reason: asError(error).message }) };
  }
}

/** What a command that was not accepted means for the plan of its EVSE. */
function answerOf(outcome: CommandRecord['outcome']): Exclude<Answer, { status: 'taken' }> {
  const { status, code = null, reason = null } = outcome ?? { status: 'no-answer' };
  if (status === 'rejected') {
    const answer = [code, reason].filter((part) => part !== null && part !== '').join(': ');
    return { status: 'refused', reason: sentenceOf('profile-refused', { answer: answer || 'Rejected' }) };
  }
  if (status !== 'not-sent') return { status: 'unknown', reason: sentenceOf('profile-unanswered') };
  if (code === 'OverBudget' || code === 'CoolingDown')
    return { status: 'not-sent', reason: sentenceOf('profile-kept-back') };
  const isOffline = outcome === null || outcome.losses.length === 0;
  return {
    status: 'not-sent',
    reason: isOffline ? sentenceOf('profile-offline') : sentenceOf('profile-unsendable', { reason: reason ?? '' }),
  };
}
