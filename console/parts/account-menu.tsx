import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal, useSignOut } from '../api/principal.ts';
import { useKillSwitch } from '../api/use-kill-switch.ts';
import { PersonIcon } from './icons.tsx';
import { lazyPart } from './lazy-part.tsx';
import { useOpenSignIn } from './sign-in-context.ts';
import { commandScope, whyNotAct } from './why-not-act.ts';

const KillSwitchDialog = lazyPart(async () => (await import('./kill-switch-dialog.tsx')).KillSwitchDialog);

/** Who is signed in, and what they can do about it. */
export function AccountMenu() {
  const { t } = useTranslation();
  const principal = usePrincipal();
  const openSignIn = useOpenSignIn();
  const signOut = useSignOut();
  const killSwitch = useKillSwitch();
  const [isSwitching, setIsSwitching] = useState(false);
  if (principal === null) {
    return (
      <Button size="compact-md" variant="default" onClick={openSignIn} fz="sm">
        {t('signIn.open')}
      </Button>
    );
  }
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button
            size="compact-md"
            variant="subtle"
            color="gray"
            c="inherit"
            fz="sm"
            leftSection={<PersonIcon />}
            aria-label={t('shell.account', { name: principal.name })}
          >
            <span className="bar-word">{principal.name}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {principal.name} · {t(`role.${principal.role}`)}
          </Menu.Label>
          {killSwitch?.isOn === false && whyNotAct(principal, commandScope) === null && (
            <Menu.Item color="red" onClick={() => setIsSwitching(true)}>
              {t('killSwitch.open')}
            </Menu.Item>
          )}
          <Menu.Item component={Link} to="/account">
            {t('shell.myAccount')}
          </Menu.Item>
          <Menu.Item onClick={() => signOut.mutate()}>{t('signIn.signOut')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSwitching && <KillSwitchDialog isOn onClose={() => setIsSwitching(false)} />}
    </>
  );
}
