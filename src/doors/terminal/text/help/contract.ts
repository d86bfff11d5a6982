import { both } from '../spoken.ts';

export const contract = {
  contract: both(
    'contracts for Plug & Charge: vehicles that charge without a card',
    'contratos de Plug & Charge: veículos que carregam sem cartão',
  ),
  contractList: both('contracts, the newest first', 'contratos, os mais novos primeiro'),
  contractOfDriver: both('only those of a driver, by id', 'só os de um motorista, pelo id'),
  contractOfToken: both('only those of a token, by id', 'só os de um token, pelo id'),
  contractIssue: both(
    'issue a contract for a registered vehicle, which fetches it at the next station',
    'emite um contrato para um veículo cadastrado, que o busca na próxima estação',
  ),
  contractPcid: both('the provisioning id (PCID) of the vehicle', 'o id de provisionamento (PCID) do veículo'),
  contractForDriver: both('whose it is, by id', 'de quem é, pelo id'),
  contractEmaid: both('its eMAID; absent: one is made', 'o eMAID; ausente: um é criado'),
  contractForToken: both('bill it to this token of type emaid, by id', 'cobra neste token do tipo emaid, pelo id'),
  contractRevoke: both('end a contract for ever', 'encerra um contrato para sempre'),
  contractId: both('id of a contract, from contract list', 'id de um contrato, de contract list'),
  contractVehicle: both('vehicles that may be given contracts', 'veículos que podem receber contratos'),
  contractVehicleList: both('vehicles with a provisioning certificate', 'veículos com certificado de provisionamento'),
  contractVehicleRegister: both(
    'register a vehicle by its provisioning certificate, or have one signed',
    'cadastra um veículo pelo certificado de provisionamento, ou assina um',
  ),
  contractVehicleCertificate: both(
    'the certificate that its maker put into it, as PEM',
    'o certificado que o fabricante pôs nele, em PEM',
  ),
  contractVehicleCsr: both(
    'a certificate request with the PCID as common name; the signed chain is printed',
    'um pedido de certificado com o PCID como nome comum; a cadeia assinada é impressa',
  ),
  contractVehicleNote: both('a few words for people', 'algumas palavras para pessoas'),
  contractVehicleRemove: both('forget a vehicle that has no contracts', 'esquece um veículo sem contratos'),
  contractVehicleId: both('id of a vehicle, from contract vehicle list', 'id de um veículo, de contract vehicle list'),
};
