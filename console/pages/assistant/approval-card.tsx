import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalChoice } from '#contract/agents/assistant.ts';
import { assistantApi } from '#contract/api/assistant.ts';
import { call } from '../../api/call.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { TypedFacts } from '../proposals/typed-facts.tsx';
import { subjectOf, ToolWords } from './call-line.tsx';
import type { Entry } from './entries.ts';

type Props = { entry: Extract<Entry, { kind: 'approval' }>; conversationId: string };

/** A call that leaves only once its person has said so. */
export function ApprovalCard({ entry: { question, decision }, conversationId: id }: Props) {
  const { t } = useTranslation();
  const headingId = useId();
  const decide = useChange({
    send: (wanted: ApprovalChoice) =>
      call(assistantApi.decide, { params: { id, questionId: question.id }, body: { decision: wanted } }),
    touches: ['assistant'],
  });
  const { tool, arguments: given, because, choices } = question;
  return (
    <section className="assistant-card" aria-labelledby={headingId}>
      <h3 id={headingId}>
        <ToolWords tool={bareName(tool.name)} title={tool.title} /> {subjectOf(given)}
      </h3>
      <p>{t(`assistant.because.${because}`)}</p>
      {Object.keys(given).length > 0 && <TypedFacts facts={given} />}
      {decide.error !== null && <ProblemNote problem={decide.error} />}
      {decision === 'waiting' ? (
        <div className="assistant-card-buttons">
          {choices.map((choice) => (
            <Button
              key={choice}
              size="compact-md"
              fz="sm"
              variant={choice === 'once' ? 'filled' : choice === 'deny' ? 'subtle' : 'default'}
              {...(choice === 'deny' && { color: 'red' })}
              loading={decide.isPending && decide.variables === choice}
              onClick={() => decide.isPending || decide.mutate(choice)}
            >
              {t(`assistant.choice.${choice}`)}
            </Button>
          ))}
        </div>
      ) : (
        <p className="assistant-card-done">{t(`assistant.chosen.${decision}`)}</p>
      )}
    </section>
  );
}

function bareName(name: string): string {
  return name.split('__').at(-1) ?? name;
}
