import { useTranslation } from 'react-i18next';
import type { Proposal } from '#contract/agents/proposal.ts';
import { isKnownWord } from '../../parts/known-word.ts';
import { en } from '../../text/texts.generated.ts';

/** What it is, in the language of the reader where we know the tool; else as the tool calls itself. */
export function ToolTitle({ proposal: { tool, title } }: { proposal: Pick<Proposal, 'tool' | 'title'> }) {
  const { t } = useTranslation();
  return isKnownWord(en.proposals.tool, tool) ? t(`proposals.tool.${tool}`) : <span lang="en">{title}</span>;
}
