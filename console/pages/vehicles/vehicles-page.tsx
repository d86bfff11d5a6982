import { Button, Skeleton, TextInput } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vehicleApi } from '#contract/api/vehicles.ts';
import { type Vehicle, type VehiclePage, vehicleConnector, vehicleOrder } from '#contract/vehicles/vehicle.ts';
import { call, linkTo } from '../../api/call.ts';
import { again, useRead } from '../../api/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { FileLink } from '../../parts/file-link.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import '../../parts/goods.css';
import { ImportDialog } from './import-dialog.tsx';
import { queryOf, type VehicleFilter } from './vehicle-filter.ts';
import { useVehicleWords } from './vehicle-words.ts';

const route = getRouteApi('/vehicles');

/** Vehicles for sale: found by words and filters, which stand in the address. */
export function VehiclesPage() {
  const { t, i18n } = useTranslation();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const [isImporting, setIsImporting] = useState(false);
  const change = (part: Partial<VehicleFilter>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useVehicles(filter);
  const pages = data?.pages ?? [];
  const vehicles = pages.flatMap(({ veiculos }) => veiculos);
  const isFiltering = Object.values(filter).some((value) => value !== undefined && value !== '');
  return (
    <>
      <PageHead title={t('vehicles.title')} note={t('vehicles.help')}>
        <MayNote scope="vehicles:change" />
        <FileLink href={linkTo(vehicleApi.export, {})} isQuiet>
          {t('vehicles.export')}
        </FileLink>
        <ActionButton scope="vehicles:change" onClick={() => setIsImporting(true)}>
          {t('vehicles.import')}
        </ActionButton>
      </PageHead>
      <Filters filter={filter} onChange={change} />
      {pages[0] !== undefined && <Found page={pages[0]} language={i18n.language} />}
      {error !== null && <ProblemNote title={t('vehicles.readFailed')} problem={error} />}
      {data === undefined && error === null && <Skeleton height={260} radius={12} />}
      {data !== undefined && vehicles.length === 0 && (
        <div className="card">
          <p className="table-none">{t(isFiltering ? 'vehicles.noneFit' : 'vehicles.none')}</p>
        </div>
      )}
      <ul className="goods" aria-label={t('vehicles.title')}>
        {vehicles.map((vehicle) => (
          <VehicleCard key={vehicle.id} vehicle={vehicle} />
        ))}
      </ul>
      {hasNextPage && (
        <p className="table-end">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('form.more')}
          </Button>
        </p>
      )}
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </>
  );
}

function useVehicles(filter: VehicleFilter) {
  const query = queryOf(filter);
  return useInfiniteQuery({
    queryKey: ['vehicles', query],
    queryFn: ({ pageParam, signal }) =>
      call(vehicleApi.list, { query: { ...query, ...(pageParam !== undefined && { depois: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ proximo }) => proximo ?? undefined,
    placeholderData: keepPreviousData,
    retry: again,
  });
}

/** How many fit, and what was made of the words. */
function Found({ page, language }: { page: VehiclePage; language: string }) {
  const { t } = useTranslation();
  const { total, total_e_minimo: isLeast, correcoes: corrections, palavras_desconhecidas: unknown } = page;
  const { palavras_nao_usadas: unused } = page;
  const count = new Intl.NumberFormat(language).format(total);
  return (
    <p className="goods-found" role="status">
      {t(isLeast ? 'vehicles.foundAtLeast' : 'vehicles.found', { count: total, formatted: count })}
      {corrections.map(({ de, para }) => (
        <span key={de}> {t('vehicles.corrected', { from: de, to: para })}</span>
      ))}
      {unused.length > 0 && <span> {t('vehicles.unused', { words: unused.join(', ') })}</span>}
      {unknown.length > 0 && <span> {t('vehicles.unknown', { words: unknown.join(', ') })}</span>}
    </p>
  );
}

type FilterProps = { filter: VehicleFilter; onChange: (part: Partial<VehicleFilter>) => void };

function Filters({ filter, onChange }: FilterProps) {
  const { t } = useTranslation();
  const words = useVehicleWords();
  const values = useRead(['vehicles', 'values'], vehicleApi.values, {}, { staleTime: 60_000 }).data;
  const { marcas: brands = [], tipos_combustivel: fuels = [], carrocerias: bodies = [] } = values ?? {};
  const amount = (name: 'maxPrice' | 'minRange') => ({
    value: filter[name]?.toString() ?? '',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const digits = currentTarget.value.replaceAll(/\D/g, '').slice(0, 8);
      onChange({ [name]: digits === '' ? undefined : Number(digits) });
    },
  });
  const chosen = <Value extends string>(name: keyof VehicleFilter, options: readonly Value[]) => ({
    value: (filter[name] ?? '') as Value | '',
    none: t('vehicles.any'),
    onChange: (value: string) => onChange({ [name]: options.find((each) => each === value) }),
  });
  return (
    <div className="goods-filter">
      <SearchBox
        value={filter.search ?? ''}
        label={t('vehicles.search')}
        hint={t('vehicles.searchHint')}
        onChange={(text) => onChange({ search: text === '' ? undefined : text })}
      />
      <Choice<string>
        label={t('vehicles.brand')}
        {...chosen('brand', brands)}
        options={brands.map((value) => ({ value, label: value }))}
      />
      <Choice<string>
        label={t('vehicles.fuel')}
        {...chosen('fuel', fuels)}
        options={fuels.map((value) => ({ value, label: words.fuel(value) }))}
      />
      <Choice<string>
        label={t('vehicles.body')}
        {...chosen('body', bodies)}
        options={bodies.map((value) => ({ value, label: words.body(value) ?? value }))}
      />
      <Choice<string>
        label={t('vehicles.connector')}
        {...chosen('connector', vehicleConnector.options)}
        options={vehicleConnector.options.map((value) => ({ value, label: value }))}
      />
      <TextInput label={t('vehicles.maxPrice')} {...amount('maxPrice')} />
      <TextInput label={t('vehicles.minRange')} {...amount('minRange')} />
      <Choice<string>
        label={t('vehicles.order')}
        value={filter.order ?? 'menor_preco'}
        options={vehicleOrder.options.map((value) => ({ value, label: t(`vehicles.orders.${value}`) }))}
        onChange={(value) => onChange({ order: vehicleOrder.options.find((each) => each === value) })}
      />
    </div>
  );
}

function VehicleCard({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation();
  const words = useVehicleWords();
  const facts = [
    words.amount(vehicle.quilometragem, 'km'),
    words.body(vehicle.carroceria),
    words.fuel(vehicle.tipo_combustivel),
    vehicle.autonomia_km === null ? null : t('vehicles.rangeOf', { range: words.amount(vehicle.autonomia_km, 'km') }),
    vehicle.tipo_conector,
  ].filter((fact) => fact !== null);
  return (
    <li className="goods-card">
      <div>
        <Link to="/vehicles/$id" params={{ id: vehicle.id }} className="row-link">
          {words.name(vehicle)}
        </Link>
        <small>
          {words.years(vehicle)} · {vehicle.cor}
        </small>
      </div>
      <p className="goods-facts">{facts.join(' · ')}</p>
      <p className="goods-price">{words.price(vehicle)}</p>
    </li>
  );
}
