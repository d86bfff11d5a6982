import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { unlessBlocked } from '../../../parts/blocked.ts';
import type { RowName } from './command-rows.ts';

type Props = { row: RowName; whyNot: string | undefined; isFirst?: boolean; onClick: () => void };

/** Opens the dialog of a command, or says why it cannot be asked. */
export function CommandButton({ row, whyNot, isFirst = false, onClick }: Props) {
  const { t } = useTranslation();
  return (
    <Button variant={isFirst ? 'filled' : 'default'} size="compact-md" fz="sm" {...unlessBlocked(whyNot, onClick)}>
      {t(`station.command.${row}.button`)}
    </Button>
  );
}
