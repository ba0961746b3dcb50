ALTER TABLE exchange
ADD CONSTRAINT exchange_ex_ad_id_fkey
FOREIGN KEY (ex_ad_id)
REFERENCES address (ad_id)
NOT VALID;

ALTER TABLE exchange
VALIDATE CONSTRAINT exchange_ex_ad_id_fkey;
