ALTER TABLE commission_rate
ADD CONSTRAINT commission_rate_cr_ex_id_fkey
FOREIGN KEY (cr_ex_id)
REFERENCES exchange (ex_id)
NOT VALID;

ALTER TABLE commission_rate
ADD CONSTRAINT commission_rate_cr_tt_id_fkey
FOREIGN KEY (cr_tt_id)
REFERENCES trade_type (tt_id)
NOT VALID;

ALTER TABLE commission_rate
VALIDATE CONSTRAINT commission_rate_cr_ex_id_fkey;

ALTER TABLE commission_rate
VALIDATE CONSTRAINT commission_rate_cr_tt_id_fkey;
