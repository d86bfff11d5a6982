import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languages } from '../text/choose-language.ts';
import { changeLanguage } from '../text/languages.ts';
import { CheckIcon, LanguageIcon } from './icons.tsx';

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const current = languages.find(({ code }) => code === i18n.language);
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button
          size="compact-md"
          variant="subtle"
          color="gray"
          c="inherit"
          fz="sm"
          leftSection={<LanguageIcon />}
          aria-label={`${t('shell.language')}: ${current?.name ?? ''}`}
          title={t('shell.language')}
        >
          <span className="bar-word bar-word-language">{current?.name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map(({ code, name }) => (
          <Menu.Item
            key={code}
            lang={code}
            onClick={() => void changeLanguage(code)}
            rightSection={code === i18n.language ? <CheckIcon /> : undefined}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
