ALTER TABLE financial
ADD CONSTRAINT financial_fi_qtr_check CHECK (fi_qtr IN (1, 2, 3, 4));
