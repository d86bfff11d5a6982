import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CheckIcon, MoonIcon, ScreenIcon, SunIcon } from './icons.tsx';

const schemes = [
  { scheme: 'auto', label: 'shell.themeAuto', Sign: ScreenIcon },
  { scheme: 'light', label: 'shell.themeLight', Sign: SunIcon },
  { scheme: 'dark', label: 'shell.themeDark', Sign: MoonIcon },
] as const;

export function ThemeMenu() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size="md"
          aria-label={t('shell.theme')}
          title={t('shell.theme')}
        >
          {shown === 'dark' ? <MoonIcon /> : <SunIcon />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ scheme, label, Sign }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Sign />}
            onClick={() => setColorScheme(scheme)}
            rightSection={scheme === colorScheme ? <CheckIcon /> : undefined}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
