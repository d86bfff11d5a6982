import { useTranslation } from 'react-i18next';
import type { Proposal } from '#contract/agents/proposal.ts';
import { isKnownWord } from '../../parts/known-word.ts';
import { ServerWords } from '../../parts/server-words.tsx';

/** What it is, in the language of the reader where we know the tool; else as the tool calls itself. */
export function ToolTitle({ proposal: { tool, title } }: { proposal: Pick<Proposal, 'tool' | 'title'> }) {
  const { t } = useTranslation();
  if (isKnownWord('proposals.tool', tool)) return t(`proposals.tool.${tool}`);
  return isKnownWord('assistant.tool', tool) ? t(`assistant.tool.${tool}`) : <ServerWords text={title} />;
}
