ALTER TABLE broker
ADD CONSTRAINT broker_b_st_id_fkey
FOREIGN KEY (b_st_id)
REFERENCES status_type (st_id)
NOT VALID;

ALTER TABLE broker
VALIDATE CONSTRAINT broker_b_st_id_fkey;
