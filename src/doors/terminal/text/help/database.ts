import { both } from '../spoken.ts';

export const database = {
  database: both(
    'the database as a whole: backup, restore, rebuild; on the machine where it is',
    'o banco de dados como um todo: cópia, restauração, reconstrução; na máquina onde ele está',
  ),
  backup: both('copy the embedded database while everything runs on', 'copia o banco embutido enquanto tudo continua'),
  backupFolder: both(
    'where backups are kept; each gets a folder of its own there (default: backups in DATA_DIR)',
    'onde ficam as cópias; cada uma ganha ali a sua pasta (padrão: backups em DATA_DIR)',
  ),
  backupWithKey: both(
    'put the installation key into it; without the key no token and no station password can be checked',
    'inclui a chave da instalação; sem ela não se confere nenhum token nem senha de estação',
  ),
  backupTidy: both(
    'delete of DATABASE_KEEP_WAL what is older than the oldest backup in that folder',
    'apaga de DATABASE_KEEP_WAL o que é mais antigo que a cópia mais antiga daquela pasta',
  ),
  restore: both(
    'put a backup in the place of the database, which is moved aside; the system must not run',
    'põe uma cópia no lugar do banco, que é posto de lado; o sistema não pode estar em execução',
  ),
  restoreFolder: both(
    'a backup, or the folder where they are kept: then the newest that fits',
    'uma cópia, ou a pasta onde elas ficam: então a mais nova que servir',
  ),
  restoreUntil: both(
    'go on from the backup until this time, such as 2026-11-15T10:00:00Z, or latest; needs DATABASE_KEEP_WAL',
    'continua a partir da cópia até esta hora, por exemplo 2026-11-15T10:00:00Z, ou latest (até o fim); precisa de DATABASE_KEEP_WAL',
  ),
  restoreTimeline: both(
    'which way to follow where the log went on in several, as after a restore',
    'que caminho seguir onde o registro continuou por vários, como depois de uma restauração',
  ),
  rebuild: both(
    'compare every derived table with the ledger and put right what differs, also while the system runs',
    'compara cada tabela derivada com o livro e corrige o que difere, também com o sistema em execução',
  ),
  rebuildCheck: both('only compare; ends with 1 where something differs', 'só compara; termina com 1 onde algo difere'),
};
