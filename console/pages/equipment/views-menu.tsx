import { Button, CloseButton, Menu, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { CheckIcon } from '../../parts/icons.tsx';
import { useTell } from '../../parts/told.tsx';
import type { EquipmentFilter } from './equipment-filter.ts';
import { isShown, type SavedView, useSavedViews } from './saved-views.ts';

const route = getRouteApi('/equipment');

/** Looks at the list that one comes back to: those that everybody has, and one's own. */
export function ViewsMenu({ filter }: { filter: EquipmentFilter }) {
  const { t } = useTranslation();
  const tell = useTell();
  const navigate = route.useNavigate();
  const { views, save, remove } = useSavedViews();
  const [isSaving, setIsSaving] = useState(false);
  const common: readonly SavedView[] = [
    { name: t('fleet.views.all'), filter: {} },
    { name: t('fleet.views.faulted'), filter: { status: 'faulted' } },
    { name: t('fleet.views.offline'), filter: { state: 'offline', sort: 'link' } },
    { name: t('fleet.views.trouble'), filter: { sort: 'trouble' } },
  ];
  const shown = [...views, ...common].find((view) => isShown(view, filter));
  const open = (view: SavedView) => void navigate({ search: view.filter });
  const sign = (view: SavedView) => (view === shown ? <CheckIcon /> : undefined);
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" size="sm">
            {shown?.name ?? t('fleet.views.button')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {common.map((view) => (
            <Menu.Item key={view.name} rightSection={sign(view)} onClick={() => open(view)}>
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Label>{t('fleet.views.own')}</Menu.Label>}
          {views.map((view) => (
            <div key={view.name} className="own-view">
              <Menu.Item rightSection={sign(view)} onClick={() => open(view)}>
                {view.name}
              </Menu.Item>
              <CloseButton
                size="sm"
                aria-label={t('fleet.views.remove', { name: view.name })}
                title={t('fleet.views.remove', { name: view.name })}
                onClick={() => remove(view.name)}
              />
            </div>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setIsSaving(true)}>{t('fleet.views.save')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSaving && (
        <SaveDialog
          views={views}
          onClose={() => setIsSaving(false)}
          onSave={(name) => {
            save({ name, filter });
            setIsSaving(false);
            tell(t('fleet.views.saved', { name }));
          }}
        />
      )}
    </>
  );
}

type SaveProps = { views: readonly SavedView[]; onSave: (name: string) => void; onClose: () => void };

function SaveDialog({ views, onSave, onClose }: SaveProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const isKnown = views.some((view) => view.name === trimmed);
  return (
    <FormDialog
      title={t('fleet.views.saveTitle')}
      explain={t('fleet.views.saveHelp')}
      submit={t(isKnown ? 'fleet.views.replace' : 'fleet.views.submit')}
      save={{ mutate: () => onSave(trimmed), isPending: false, error: null }}
      whyNot={trimmed === '' ? t('fleet.views.nameMissing') : undefined}
      onClose={onClose}
    >
      <TextInput
        label={t('fleet.views.name')}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
}
