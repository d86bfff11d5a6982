import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vehicleApi } from '#contract/api/vehicles.ts';
import type { Vehicle } from '#contract/vehicles/vehicle.ts';
import { send } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { Card } from '../../parts/card.tsx';
import { Big, Fact } from '../../parts/facts.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { Moment } from '../../parts/moment.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useVehicleWords } from './vehicle-words.ts';

const route = getRouteApi('/vehicles/$id');

export function VehiclePage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <OfOne
      query={useRead(['vehicles', 'one', id], vehicleApi.get, { params: { id } })}
      gone={t('vehicles.notThere')}
      back={<ButtonLink to="/vehicles">{t('vehicles.back')}</ButtonLink>}
    >
      {(vehicle) => <Loaded vehicle={vehicle} />}
    </OfOne>
  );
}

function Loaded({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation();
  const words = useVehicleWords();
  const [isSelling, setIsSelling] = useState(false);
  const { amount } = words;
  return (
    <>
      <BackLink to="/vehicles">{t('vehicles.back')}</BackLink>
      <PageHead title={words.name(vehicle)}>
        <MayNote scope="vehicles:change" />
        <ActionButton scope="vehicles:change" variant="outline" color="red" onClick={() => setIsSelling(true)}>
          {t('vehicles.remove')}
        </ActionButton>
      </PageHead>
      <div className="columns-two">
        <Card title={t('vehicles.about')}>
          <dl className="facts">
            <Big name={t('vehicles.price')}>{words.price(vehicle)}</Big>
            <Fact name={t('vehicles.years')}>{words.years(vehicle)}</Fact>
            <Fact name={t('vehicles.mileage')}>{amount(vehicle.quilometragem, 'km')}</Fact>
            <Fact name={t('vehicles.colour')}>{vehicle.cor}</Fact>
            {vehicle.carroceria !== null && <Fact name={t('vehicles.body')}>{words.body(vehicle.carroceria)}</Fact>}
            <Fact name={t('vehicles.doors')}>{vehicle.numero_portas}</Fact>
            <Fact name={t('vehicles.transmission')}>{words.transmission(vehicle.tipo_transmissao)}</Fact>
            <Fact name={t('vehicles.fuel')}>{words.fuel(vehicle.tipo_combustivel)}</Fact>
            {vehicle.motorizacao !== null && (
              <Fact name={t('vehicles.engine')}>{amount(vehicle.motorizacao, 'l')}</Fact>
            )}
            <Fact name={t('vehicles.since')}>
              <Moment time={vehicle.data_criacao} says="ago" />
            </Fact>
          </dl>
        </Card>
        {vehicle.bateria_kwh !== null && (
          <Card title={t('vehicles.charging')}>
            <dl className="facts">
              <Fact name={t('vehicles.battery')}>{amount(vehicle.bateria_kwh, 'kWh')}</Fact>
              <Fact name={t('vehicles.range')}>{amount(vehicle.autonomia_km, 'km')}</Fact>
              <Fact name={t('vehicles.connector')}>{vehicle.tipo_conector}</Fact>
              <Fact name={t('vehicles.acPower')}>{amount(vehicle.potencia_ac_kw, 'kW')}</Fact>
              <Fact name={t('vehicles.dcPower')}>{amount(vehicle.potencia_dc_kw, 'kW')}</Fact>
            </dl>
          </Card>
        )}
      </div>
      {isSelling && <RemoveDialog vehicle={vehicle} name={words.name(vehicle)} onClose={() => setIsSelling(false)} />}
    </>
  );
}

type RemoveProps = { vehicle: Vehicle; name: string; onClose: () => void };

function RemoveDialog({ vehicle: { id }, name, onClose }: RemoveProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remove = useChange({
    send: () => send(vehicleApi.remove, { params: { id } }),
    touches: ['vehicles'],
    said: () => t('vehicles.removed', { name }),
    onDone: () => navigate({ to: '/vehicles' }),
  });
  return (
    <FormDialog
      title={t('vehicles.removeTitle', { name })}
      submit={t('vehicles.remove')}
      save={remove}
      onClose={onClose}
      explain={t('vehicles.removeExplain')}
      isGrave
    />
  );
}
