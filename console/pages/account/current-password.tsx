import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/call.ts';

type Props = {
  value: string;
  onChange: (event: React.ChangeEvent<HTMLInputElement>) => void;
  /** What the server answered: it asks for the password where the sign-in is a while ago. */
  problem?: Error | null;
  isAsked?: boolean;
};

/** Asked for only where it is needed. */
export function CurrentPassword({ value, onChange, problem = null, isAsked = false }: Props) {
  const { t } = useTranslation();
  const isWanted = problem instanceof ApiProblem && problem.details['needs'] === 'currentPassword';
  if (!isAsked && !isWanted && value === '') return null;
  return (
    <PasswordInput
      label={t('account.currentPassword')}
      value={value}
      onChange={onChange}
      autoComplete="current-password"
    />
  );
}
