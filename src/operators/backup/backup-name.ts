/** A name contains the time of the backup, so sorting backups by name sorts them by age. */
export const BACKUP_NAME = /^tagline-backup-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.zip$/;

export const backupName = (createdAt: string) =>
  `tagline-backup-${createdAt.replace(/\.\d+/, '').replaceAll(':', '-')}.zip`;
