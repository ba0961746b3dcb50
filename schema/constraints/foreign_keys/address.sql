ALTER TABLE address
ADD CONSTRAINT address_ad_zc_code_fkey
FOREIGN KEY (ad_zc_code)
REFERENCES zip_code (zc_code)
NOT VALID;

ALTER TABLE address
VALIDATE CONSTRAINT address_ad_zc_code_fkey;
