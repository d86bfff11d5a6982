import { both, sentence } from './spoken.ts';

export const contracts = {
  simulatedSite: {
    noMeters: sentence(
      'Site {id} has no meter whose readings are pushed: add one with the source push to its energy settings.',
      'O local {id} não tem medidor com leituras enviadas: acrescente um com a fonte push nas configurações de energia.',
    ),
    sending: sentence(
      'Sending readings of {meters}; Ctrl+C ends it.',
      'Enviando leituras de {meters}; Ctrl+C encerra.',
    ),
    refused: sentence('The readings were not taken: {reason}', 'As leituras não foram aceitas: {reason}'),
  },
  simulatedVehicle: {
    registered: sentence(
      'The vehicle {pcid} has a provisioning certificate and is registered.',
      'O veículo {pcid} tem um certificado de provisionamento e está cadastrado.',
    ),
    issued: sentence('Contract {id} waits for it.', 'O contrato {id} espera por ele.'),
    connecting: sentence(
      'Station {id} connects by OCPP {version}; if it has to wait: sigec station accept {id}',
      'A estação {id} se conecta por OCPP {version}; se ela tiver que esperar: sigec station accept {id}',
    ),
    fetched: sentence(
      'The vehicle fetched its contract certificate, checked who signed it, and decrypted its key. It is valid until {at}.',
      'O veículo buscou o certificado do contrato, conferiu quem o assinou e decifrou a chave. Ele vale até {at}.',
    ),
    refused: both(
      'The contract was refused; sigec token refusals tells why.',
      'O contrato foi recusado; sigec token refusals diz por quê.',
    ),
    charged: sentence(
      'It charged {kwh} kWh without a card; sigec session list --station {id} shows the session, billed to the contract.',
      'Carregou {kwh} kWh sem cartão; sigec session list --station {id} mostra a sessão, cobrada no contrato.',
    ),
    notAccepted: both(
      'The station was not accepted within two minutes; accept it with sigec station accept, and try again.',
      'A estação não foi admitida em dois minutos; admita-a com sigec station accept e tente de novo.',
    ),
  },
  contract: {
    none: both(
      'There is no contract. Register a vehicle with sigec contract vehicle register, then sigec contract issue.',
      'Não há contrato. Cadastre um veículo com sigec contract vehicle register, depois sigec contract issue.',
    ),
    states: {
      waiting: both('waits for the vehicle', 'espera o veículo'),
      installed: both('in the vehicle', 'no veículo'),
      revoked: both('revoked', 'revogado'),
    },
    issued: sentence(
      'Contract {id} is issued; {pcid} fetches it at the next station it is plugged in at.',
      'O contrato {id} foi emitido; {pcid} o busca na próxima estação em que for conectado.',
    ),
    isRevoked: sentence('Contract {id} is revoked for ever.', 'O contrato {id} está revogado para sempre.'),
    noVehicles: both('No vehicle is registered.', 'Nenhum veículo está cadastrado.'),
    origins: { ours: both('our authority', 'nossa autoridade'), given: both('its maker', 'o fabricante') },
    registered: sentence('{pcid} is registered as {id}.', '{pcid} está cadastrado como {id}.'),
    removed: sentence('{pcid} is removed.', '{pcid} foi removido.'),
    oneFile: both('Give either --certificate or --csr.', 'Informe --certificate ou --csr, um dos dois.'),
  },
};
