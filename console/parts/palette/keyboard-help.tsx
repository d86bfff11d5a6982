import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../form-dialog.tsx';
import './palette-button.css';

const keys = [
  ['palette', ['Ctrl', 'K']],
  ['search', ['/']],
  ['next', ['Tab']],
  ['list', ['↑', '↓']],
  ['curve', ['←', '→']],
  ['close', ['Esc']],
  ['help', ['?']],
] as const;

/** What the keyboard does, for whoever presses ?. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('palette.keyboard.title')} onClose={onClose}>
      <dl className="keyboard-help">
        {keys.map(([name, presses]) => (
          <div key={name}>
            <dt>
              {presses.map((press) => (
                <Kbd key={press}>{press}</Kbd>
              ))}
            </dt>
            <dd>{t(`palette.keyboard.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
