ALTER TABLE account_permission
ADD CONSTRAINT account_permission_ap_ca_id_fkey
FOREIGN KEY (ap_ca_id)
REFERENCES customer_account (ca_id)
NOT VALID;

ALTER TABLE account_permission
VALIDATE CONSTRAINT account_permission_ap_ca_id_fkey;
