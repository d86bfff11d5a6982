import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditRecord } from '#contract/agents/audit.ts';
import { isKnownWord } from '../../parts/known-word.ts';
import { useCommandName } from '../station/commands/use-command-name.ts';
import { changeWords } from './change-words.ts';
import { ToolTitle } from './tool-title.tsx';

/** What was done by the name that people know; the action itself stays in sight, since that is what the chain holds. */
export function ActionWords({ action }: Pick<AuditRecord, 'action'>) {
  const { t, i18n } = useTranslation();
  const commandName = useCommandName();
  const [kind, name = ''] = action.split(':', 2);
  if (kind === 'command' && commandName(name) !== name) return <Named action={action}>{commandName(name)}</Named>;
  if (kind === 'tool')
    return (
      <Named action={action}>
        <ToolTitle proposal={{ tool: name, title: name.replaceAll('_', ' ') }} />
      </Named>
    );
  const word = action.replace(':', '-'); // a colon would part the key of a text
  if (isKnownWord('audit.action', word)) return <Named action={action}>{t(`audit.action.${word}`)}</Named>;
  const change = changeWords(action, i18n.language === 'pt-BR' ? 'pt-BR' : 'en');
  return change === null ? <code>{action}</code> : <Named action={action}>{change}</Named>;
}

function Named({ action, children }: { action: string; children: ReactNode }) {
  return (
    <>
      {children} <code className="quiet">{action}</code>
    </>
  );
}
