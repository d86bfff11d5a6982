import type { Prompt } from '#tools/prompt.ts';
import type { PackNeeds } from '../needs.ts';
import { plainArgument, siteArgument } from './arguments.ts';
import { guide } from './guide.ts';

/** Advice and automation: tools count, the agent explains and chooses, a person decides. */
export function energyPrompts(needs: Pick<PackNeeds, 'charging' | 'clock'>): Prompt[] {
  return [
    guide({
      name: 'smart_charging_advice',
      title: 'Advice on smart charging',
      description: 'Weighs demand, prices and preferences, and proposes limits that keep within them',
      arguments: [
        siteArgument(needs),
        plainArgument('preferences', 'What matters, such as a power the site may draw, cost, or who must be full when'),
      ],
      goal: 'Advise how charging here should be spread, from demand, prices and what people prefer, and propose the limits that follow.',
      steps: [
        'If no preference was given, ask for the one that matters most: a power that the site may draw, the lowest cost, or vehicles that must be full by a time. Go on with what the tools tell meanwhile.',
        'Call list_sessions with state running, and get_report by station for the last seven days and by day: who charges now, and how much is usual?',
        'Call list_tariffs, and price_example for a usual session at a dear and at a cheap hour: what does waiting save? Take both sums as they stand.',
        'Call get_charging_limits for each charge point where somebody charges: what holds already, and what can the station keep?',
        'Choose: who can wait, who cannot, and which limit each charge point needs. Say in one line each why. Where the limits together exceed a power that was given, lower them until the tool’s figures fit.',
        'Propose set_charging_limit for each, with dry_run first: its effect says what the station would be asked. Leave out whoever needs no limit.',
        'After a person has approved and it was applied, call get_charging_limits again and say what really holds.',
      ],
      answer:
        'A table: charge point, who charges, limit now, limit proposed, why. Then what it saves or avoids by the figures of the tools, what it costs whom in time, what could not be known (such as how full a vehicle is), and which proposals wait.',
    }),
    guide({
      name: 'draft_automation',
      title: 'Draft a rule from a wish',
      description: 'Turns a wish such as "every night restart stations that lost contact twice" into a tried-out draft',
      arguments: [plainArgument('wish', 'What should happen by itself, and when', true), siteArgument(needs)],
      goal: 'Turn this wish into a rule that a person can judge: exactly what, when, to whom, and what it would have done. Rules do not run by themselves yet, and nothing is set up.',
      steps: [
        'Read the wish: what happens (lost-contact or faulted), how often, within which time, when the rule runs and by whose clock. What the wish leaves open, take from the usual values and say so; what could mean two things, ask.',
        'If the wish is about something else than restarts, say that draft_rule cannot try it out, and which tool a person could use by hand instead; stop there.',
        'Call draft_rule with it. Read preview (what it would do now) and dry_run (what it would have done).',
        'If it would hit nothing, or a large part of the network, try one stricter or milder variant, and show both.',
        'For the charge point that it would have restarted most, call what_happened for one of those days: would a restart have helped, or is it the network?',
        'Do not restart anything because of a draft. If one of them needs it now, say which, and propose reset_charge_point only if you are asked to.',
      ],
      answer:
        'The rule in one sentence; a table of what it would do now; a table of what it would have done, by day; whether it would have helped, by what; what to change about it; and that nothing was set up.',
    }),
  ];
}
