import { ActionIcon, CopyButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import './copy-line.css';
import { CheckIcon, CopyIcon } from './icons.tsx';

/** A line to be typed elsewhere: readable, selectable, and copied by one click. `what` names it in the button. */
export function CopyLine({ value, what, children }: { value: string; what: string; children?: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="copy-line">
      <code>{children ?? value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color={copied ? 'green' : 'gray'}
            onClick={copy}
            aria-label={copied ? t('shell.copied') : t('shell.copy', { what })}
            title={copied ? t('shell.copied') : t('shell.copy', { what })}
          >
            {copied ? <CheckIcon /> : <CopyIcon />}
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}
